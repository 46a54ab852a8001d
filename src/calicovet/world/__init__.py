"""Everything outside the process: API server, kubelets, hosts, files, with secrets removed."""
