package dev.larder.gateway.autoconfigure;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * Whether Larder's client stands in for Gateway's.
 *
 * @param why why it does not, as a sentence; empty if it does. Asked when all beans are there
 */
record ClientObstacle(Supplier<Optional<String>> why) {}
