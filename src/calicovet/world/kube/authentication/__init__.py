"""Credentials for the API server: tokens, certificates, exec plugins."""
