"""Every command once, with its parameters, its flow and its card."""
