"""Evidence kinds collected from the API server and from kubelets."""
