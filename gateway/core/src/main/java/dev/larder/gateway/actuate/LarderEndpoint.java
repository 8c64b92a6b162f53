package dev.larder.gateway.actuate;

import dev.larder.gateway.actuate.access.OperatorAccessFilter;
import dev.larder.gateway.message.LarderClock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.http.HttpStatus;

/**
 * The actuator endpoint {@code larder}: shows stored entries, and purges them if that is enabled. Its operations block; Spring
 * Boot runs them outside the event loops.
 */
@WebEndpoint(id = "larder")
public final class LarderEndpoint {

    /** The property that enables purging. */
    public static final String WRITE_ENABLED = "larder.actuate.write-enabled";

    private final StoreInspector inspector;
    private final StorePurger purger;
    private final LarderClock clock;
    private final List<EndpointView> views;
    private final OperatorActionGuard ordering;

    /**
     * Creates an endpoint that uses this inspector and this purger.
     *
     * @param views views in addition to {@code key}
     */
    public LarderEndpoint(
            StoreInspector inspector,
            StorePurger purger,
            LarderClock clock,
            List<EndpointView> views,
            OperatorActionGuard ordering) {
        this.inspector = inspector;
        this.purger = purger;
        this.clock = clock;
        this.views = List.copyOf(views);
        this.ordering = ordering;
    }

    /** Response to a purge. */
    record Report(String purge, String value, boolean soft, long entries) {}

    private record Order(PurgeSelection purge, boolean soft) {}

    /** Returns the stores and the largest pools. */
    @ReadOperation
    public WebEndpointResponse<Object> overview() {
        return EndpointResponses.answer(inspector::overview);
    }

    /**
     * Returns a view, such as where hits are answered and why; or the entries of a URL, and how it is answered now.
     *
     * @param view name of the view, or {@code key}
     * @param url the absolute URL, for {@code key}
     */
    @ReadOperation
    public WebEndpointResponse<Object> view(@Selector String view, @Nullable String url) {
        return EndpointResponses.answer(() -> {
            if (!view.equals("key")) {
                return shown(view);
            }
            if (url == null || url.isBlank()) {
                throw RefusedOperationException.badRequest(
                        "The query names no URL. Ask for key?url= and the URL, percent-encoded.");
            }
            List<EntryView> entries = inspector.entries(PurgeSelectionParser.url(url), clock.steady());
            if (entries.isEmpty()) {
                throw new RefusedOperationException(
                        HttpStatus.NOT_FOUND, "Nothing is stored for this URL: it is asked of the origin.");
            }
            return entries;
        });
    }

    private Object shown(String view) {
        return views.stream()
                .filter(one -> one.name().equals(view))
                .findFirst()
                .orElseThrow(() -> new RefusedOperationException(
                        HttpStatus.NOT_FOUND,
                        "There is no such view. Ask for "
                                + views.stream().map(EndpointView::name).collect(Collectors.joining(", for "))
                                + ", or for key?url= and the URL."))
                .report()
                .get();
    }

    /**
     * Purges the selected entries.
     *
     * @param purge the kind
     * @param value the selection, of that kind
     * @param soft whether entries are served while they are validated
     * @param operator the name of the caller's token, set by {@link OperatorAccessFilter}; clients cannot set it
     */
    @WriteOperation
    public WebEndpointResponse<Object> purge(
            SecurityContext caller,
            @Nullable String purge,
            @Nullable String value,
            @Nullable String soft,
            @Nullable String operator) {
        Optional<String> by = OperatorActionGuard.by(caller, operator);
        return EndpointResponses.answer(() -> {
            ordering.requireRoom(by);
            Order order = order(purge, value, soft, by);
            return purge(order.purge(), order.soft(), by);
        });
    }

    private Order order(@Nullable String purge, @Nullable String value, @Nullable String soft, Optional<String> by) {
        try {
            ordering.requireEnabled("Purging");
            return new Order(PurgeSelectionParser.read(purge, value), PurgeSelectionParser.isSoft(soft));
        } catch (RefusedOperationException refusal) {
            AuditLog.refused(purge, value, refusal, by);
            throw refusal;
        }
    }

    private Report purge(PurgeSelection purge, boolean soft, Optional<String> by) {
        PurgeResult purged = audited(purge, soft, by);
        if (purged.failed() > 0) {
            throw new RefusedOperationException(
                    HttpStatus.INTERNAL_SERVER_ERROR,
                    "The store failed at " + purged.failed() + " entries, which may still be served; "
                            + purged.entries() + " are purged. Try again.");
        }
        return new Report(PurgeSelectionParser.word(purge.kind()), purge.argument(), soft, purged.entries());
    }

    private PurgeResult audited(PurgeSelection purge, boolean soft, Optional<String> by) {
        try {
            PurgeResult purged = soft ? purger.soften(purge, clock.steady()) : purger.remove(purge);
            AuditLog.purged(purge, soft, purged, by);
            return purged;
        } catch (RefusedOperationException refusal) {
            AuditLog.notPurged(purge, soft, refusal, by);
            throw refusal;
        }
    }
}
