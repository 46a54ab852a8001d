"""Which RBAC rights a diagnosis needs, and which the user has."""
