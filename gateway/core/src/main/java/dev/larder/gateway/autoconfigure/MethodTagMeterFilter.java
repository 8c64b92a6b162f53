package dev.larder.gateway.autoconfigure;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.config.MeterFilter;
import java.util.List;
import java.util.Set;
import org.springframework.http.HttpMethod;

/**
 * Limits the method tag of Spring's timers of routed and forwarded requests: clients can invent methods, so methods that are not
 * defined (RFC 9110 9, RFC 5789) share one value.
 */
final class MethodTagMeterFilter implements MeterFilter {

    private static final String OTHER = "OTHER";
    private static final List<String> METERS = List.of("spring.cloud.gateway.requests", "http.client.requests");
    private static final Set<String> LABELS = Set.of("httpMethod", "http.method", "method");
    private static final Set<HttpMethod> KNOWN = Set.of(HttpMethod.values());

    @Override
    public Meter.Id map(Meter.Id id) {
        return METERS.stream().noneMatch(id.getName()::startsWith)
                ? id
                : id.replaceTags(
                        id.getTags().stream().map(MethodTagMeterFilter::known).toList());
    }

    private static Tag known(Tag tag) {
        return !LABELS.contains(tag.getKey()) || KNOWN.contains(HttpMethod.valueOf(tag.getValue()))
                ? tag
                : Tag.of(tag.getKey(), OTHER);
    }
}
