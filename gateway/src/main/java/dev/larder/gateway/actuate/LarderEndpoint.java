package dev.larder.gateway.actuate;

import dev.larder.gateway.exchange.LarderClock;
import dev.larder.gateway.wire.Problems;
import java.security.Principal;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.http.HttpStatus;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

/**
 * The actuator endpoint {@code larder}: shows what is stored, and purges if that is enabled. Its operations block; Spring
 * Boot runs them apart from the event loops.
 */
@WebEndpoint(id = "larder")
public final class LarderEndpoint {

    /** The property without which nothing can be purged. */
    public static final String WRITE_ENABLED = "larder.actuate.write-enabled";

    private static final MimeType PROBLEM = MimeTypeUtils.parseMimeType(Problems.MEDIA_TYPE);

    private final Inspector inspector;
    private final Purger purger;
    private final LarderClock clock;
    private final Supplier<Object> audit;
    private final Supplier<Object> hitPath;
    private final boolean writeEnabled;

    /**
     * Shows by that inspector, and purges by that purger if it may.
     *
     * @param audit what the auditor has found so far
     * @param hitPath where hits are answered
     */
    public LarderEndpoint(
            Inspector inspector,
            Purger purger,
            LarderClock clock,
            Supplier<Object> audit,
            Supplier<Object> hitPath,
            boolean writeEnabled) {
        this.inspector = inspector;
        this.purger = purger;
        this.clock = clock;
        this.audit = audit;
        this.hitPath = hitPath;
        this.writeEnabled = writeEnabled;
    }

    /** What a purge answers. */
    record Report(String purge, String value, boolean soft, long entries) {}

    private record Order(Purge purge, boolean soft) {}

    /** RFC 9457. */
    record ProblemDetail(String type, String title, int status, String detail) {}

    /** The stores and the largest pools. */
    @ReadOperation
    public WebEndpointResponse<Object> overview() {
        return answer(inspector::overview);
    }

    /**
     * What the auditor has found, where hits are answered and why, or what is stored for a URL and what becomes of a request for it now.
     *
     * @param view {@code audit}, {@code hit-path} or {@code key}
     * @param url the absolute URL, of {@code key}
     */
    @ReadOperation
    public WebEndpointResponse<Object> view(@Selector String view, @Nullable String url) {
        return answer(() -> {
            if (view.equals("audit")) {
                return audit.get();
            }
            if (view.equals("hit-path")) {
                return hitPath.get();
            }
            if (!view.equals("key")) {
                throw new Refusal(
                        HttpStatus.NOT_FOUND,
                        "There is no such view. Ask for audit, for hit-path, or for key?url= and the URL.");
            }
            if (url == null || url.isBlank()) {
                throw Refusal.badRequest("The query names no URL. Ask for key?url= and the URL, percent-encoded.");
            }
            List<EntryView> entries = inspector.entries(Purges.url(url), clock.steady());
            if (entries.isEmpty()) {
                throw new Refusal(HttpStatus.NOT_FOUND, "Nothing is stored for this URL: it is asked of the origin.");
            }
            return entries;
        });
    }

    /**
     * Purges what is meant.
     *
     * @param purge the kind
     * @param value what is meant, of that kind
     * @param soft whether it is served while it is validated
     */
    @WriteOperation
    public WebEndpointResponse<Object> purge(
            SecurityContext caller, @Nullable String purge, @Nullable String value, @Nullable String soft) {
        Optional<String> by = name(caller);
        return answer(() -> {
            Order order = order(purge, value, soft, by);
            return purge(order.purge(), order.soft(), by);
        });
    }

    private Order order(@Nullable String purge, @Nullable String value, @Nullable String soft, Optional<String> by) {
        try {
            refuseUnlessEnabled();
            return new Order(Purges.read(purge, value), Purges.soft(soft));
        } catch (Refusal refusal) {
            AuditLog.refused(purge, value, refusal, by);
            throw refusal;
        }
    }

    private void refuseUnlessEnabled() {
        if (!writeEnabled) {
            throw new Refusal(
                    HttpStatus.FORBIDDEN,
                    "Purging is not enabled. To enable it, start the gateway with " + WRITE_ENABLED
                            + "=true, and let nobody but operators reach this port.");
        }
    }

    private Report purge(Purge purge, boolean soft, Optional<String> by) {
        Purged purged = audited(purge, soft, by);
        if (purged.failed() > 0) {
            throw new Refusal(
                    HttpStatus.INTERNAL_SERVER_ERROR,
                    "The store failed at " + purged.failed() + " entries, which may still be served; "
                            + purged.entries() + " are purged. Try again.");
        }
        return new Report(Purges.word(purge.kind()), purge.argument(), soft, purged.entries());
    }

    private Purged audited(Purge purge, boolean soft, Optional<String> by) {
        try {
            Purged purged = soft ? purger.soften(purge, clock.steady()) : purger.remove(purge);
            AuditLog.purged(purge, soft, purged, by);
            return purged;
        } catch (Refusal refusal) {
            AuditLog.notPurged(purge, soft, refusal, by);
            throw refusal;
        }
    }

    private static Optional<String> name(SecurityContext caller) {
        return Optional.ofNullable(caller.getPrincipal()).map(Principal::getName);
    }

    private static WebEndpointResponse<Object> answer(Supplier<Object> work) {
        try {
            return new WebEndpointResponse<>(work.get());
        } catch (Refusal refusal) {
            HttpStatus status = refusal.status();
            var problem = new ProblemDetail("about:blank", status.getReasonPhrase(), status.value(), refusal.detail());
            return new WebEndpointResponse<>(problem, status.value(), PROBLEM);
        }
    }
}
