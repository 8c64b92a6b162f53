package dev.larder.writes.delivery;

import java.time.Instant;
import java.util.Optional;

/**
 * How a delivery stands.
 *
 * @param writes neither delivered nor dead, those under way included
 * @param bytes of their content
 * @param underWay requests being noted, sent or answered now
 * @param repeating batches that wait to be sent once more under the same id
 * @param requests sent so far
 * @param oldest when the write was accepted that has waited longest; empty if nothing waits
 */
public record DeliveryStatus(
        long writes, long bytes, int underWay, int repeating, long requests, Optional<Instant> oldest) {}
