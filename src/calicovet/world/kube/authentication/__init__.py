"""As whom calicovet speaks to the API server: tokens, certificates, exec plugins."""
