package dev.larder.gateway.exchange;

import dev.larder.gateway.describe.ExchangeRequest;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.metrics.CacheReport;
import dev.larder.gateway.metrics.LogSafeText;
import dev.larder.gateway.metrics.RecentMisses;
import dev.larder.gateway.metrics.StatusHeader;
import dev.larder.gateway.metrics.traffic.TrafficMetrics;
import dev.larder.rfc9111.CacheStatus;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.HttpDate;
import dev.larder.rfc9111.ResponseHead;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports what the cache did with a request: to the client in the head of the response, to meters, to the recent misses, and in
 * the request log.
 *
 * @param traffic counts requests
 * @param misses keeps recent misses
 * @param statusField a field that reports in one word; empty for none
 */
public record ExchangeReporter(
        TrafficMetrics traffic, RecentMisses misses, Optional<StatusHeader> statusField, LarderClock clock) {

    private static final Logger log = LoggerFactory.getLogger("dev.larder.gateway.requests");

    /** Returns a head as it is sent to the client. */
    ResponseHead reported(ResponseHead head, CacheReport report) {
        return reported(head, report, statusField, clock.wall());
    }

    /** Returns a head with Date (RFC 9110 6.6.1), Cache-Status (RFC 9211), and the other field that reports, if there is one. */
    public static ResponseHead reported(
            ResponseHead head, CacheReport report, Optional<StatusHeader> statusField, Instant wall) {
        HeaderFields fields = head.fields();
        if (!fields.contains("Date")) {
            fields = fields.with("Date", HttpDate.format(wall));
        }
        fields = CacheStatus.append(fields, report.cacheStatus(head.status()));
        if (statusField.isPresent()) {
            StatusHeader field = statusField.get();
            fields = fields.with(field.name(), field.word(report));
        }
        return head.withFields(fields);
    }

    /** Notes and logs a response whose head is about to be sent. */
    public void sent(ExchangeRequest request, CacheReport report, int status) {
        if (misses.isEnabled()) {
            report.missed(request.key(), request.head().method(), clock.steady())
                    .ifPresent(misses::note);
        }
        if (log.isDebugEnabled()) {
            log.debug(
                    "{} {} {} {}",
                    request.head().method(),
                    LogSafeText.path(request.head().target().getRawPath()),
                    status,
                    report.cacheStatus(status));
        }
    }
}
