"""What people say in prose, as claims."""
