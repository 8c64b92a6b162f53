package dev.larder.insight.trial;

import dev.larder.gateway.describe.ReplayableRequest;
import java.time.Instant;

/** A request that has reached its cache. */
record ArrivedRequest(ReplayableRequest request, Instant at) {}
