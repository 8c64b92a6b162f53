package dev.larder.writes.delivery;

import java.time.Instant;
import java.util.Optional;

/**
 * The status of a delivery.
 *
 * @param writes neither delivered nor dead, including those in progress
 * @param bytes of their content
 * @param underWay requests being recorded, sent or answered now
 * @param repeating batches that wait to be repeated under the same id
 * @param requests sent so far
 * @param oldest when the longest waiting write was accepted; empty if none waits
 */
public record DeliveryStatus(
        long writes, long bytes, int underWay, int repeating, long requests, Optional<Instant> oldest) {}
