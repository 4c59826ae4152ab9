"""What a viewer may see of a state; secrets are removed here and nowhere else."""
