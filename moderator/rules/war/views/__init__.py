"""What a viewer may see of a state; secrets are taken out here and nowhere else."""
