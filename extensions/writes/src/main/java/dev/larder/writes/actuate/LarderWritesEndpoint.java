package dev.larder.writes.actuate;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.larder.gateway.actuate.AuditLog;
import dev.larder.gateway.actuate.EndpointResponses;
import dev.larder.gateway.actuate.OperatorActionGuard;
import dev.larder.gateway.actuate.RefusedOperationException;
import dev.larder.gateway.actuate.access.OperatorAccessFilter;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.PendingWriteMarker;
import dev.larder.invalidation.PendingWriteMarker.Extent;
import dev.larder.invalidation.PendingWriteTags;
import dev.larder.journal.LogException;
import dev.larder.journal.LogFullException;
import dev.larder.writes.buffer.StrandedWrites;
import dev.larder.writes.buffer.WriteBuffer;
import dev.larder.writes.buffer.WriteBufferLimits.ChannelLimit;
import dev.larder.writes.buffer.WriteStatus;
import dev.larder.writes.delivery.ChannelDeliveries;
import dev.larder.writes.delivery.DeliveryStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.http.HttpStatus;

/**
 * The actuator endpoint {@code larderwrites}. Shows the acknowledged writes that wait for their origin and those that
 * it has rejected, and, if enabled, delivers, redrives or discards them. Its operations block.
 */
@WebEndpoint(id = "larderwrites")
public final class LarderWritesEndpoint {

    private static final Logger log = LoggerFactory.getLogger(LarderWritesEndpoint.class);
    private static final int MAX_SHOWN = 1_000;
    private static final String ALL = "all";

    private final WriteBuffer buffer;
    private final ChannelDeliveries deliveries;
    private final StrandedWriteOperations stranded;
    private final Invalidator invalidator;
    private final Duration patience;
    private final OperatorActionGuard ordering;

    /**
     * Creates the endpoint of that buffer.
     *
     * @param patience maximum time that an operation waits
     */
    public LarderWritesEndpoint(
            WriteBuffer buffer,
            ChannelDeliveries deliveries,
            StrandedWriteOperations stranded,
            Invalidator invalidator,
            Duration patience,
            OperatorActionGuard ordering) {
        this.buffer = buffer;
        this.deliveries = deliveries;
        this.stranded = stranded;
        this.invalidator = invalidator;
        this.patience = patience;
        this.ordering = ordering;
    }

    /** The overview in numbers, with leftovers of removed rules by rule name, and pending-write markers by log id. */
    record Overview(
            UUID log,
            @JsonUnwrapped ChannelLimit waiting,
            long dead,
            long logBytes,
            @JsonUnwrapped Uploads uploads,
            Map<String, DeliveryStatus> rules,
            Map<String, StrandedWrites.StrandedRule> withoutRule,
            Map<UUID, Integer> heldTags) {}

    /** Uploads in progress. */
    record Uploads(long uploads, long uploadBytes) {}

    /** Returns the numbers of waiting writes. */
    @ReadOperation
    public WebEndpointResponse<Object> overview() {
        return EndpointResponses.answer(() -> {
            Map<String, DeliveryStatus> rules = new TreeMap<>();
            deliveries.channels().forEach((name, delivery) -> rules.put(name, delivery.status()));
            Map<UUID, Integer> held = new TreeMap<>();
            for (PendingWriteTags log : invalidator.held()) {
                held.put(log.log(), log.tags().size());
            }
            return new Overview(
                    buffer.log(),
                    buffer.waiting(),
                    buffer.deadLetters().count(),
                    buffer.logBytes(),
                    new Uploads(
                            buffer.unfinished().writes(), buffer.unfinished().bytes()),
                    rules,
                    stranded.left(),
                    held);
        });
    }

    /**
     * Returns the dead letters: writes rejected by the origin, the oldest first.
     *
     * @param view {@code dead}
     */
    @ReadOperation
    public WebEndpointResponse<Object> view(@Selector String view) {
        return EndpointResponses.answer(() -> {
            if (!view.equals("dead")) {
                throw new RefusedOperationException(HttpStatus.NOT_FOUND, "There is no such view. Ask for dead.");
            }
            return dead();
        });
    }

    private List<WriteStatus.Dead> dead() {
        try {
            return buffer.deadLetters().oldest(MAX_SHOWN);
        } catch (IOException e) {
            throw new RefusedOperationException(HttpStatus.INTERNAL_SERVER_ERROR, "The log cannot be read.");
        }
    }

    /**
     * Executes an order on writes.
     *
     * @param order {@code flush} delivers the waiting writes now; {@code replay} redrives dead letters, {@code discard} drops
     *     them; {@code reassign} delivers the writes of a removed rule by another rule; {@code release} releases the markers of a
     *     lost gateway's log
     * @param ids of dead letters, separated by commas, or {@code all}; for {@code release}, the id of the log
     * @param rule the removed rule: for {@code reassign}, and for {@code discard} in place of ids
     * @param to the other rule, for {@code reassign}
     * @param operator the name of the caller's token, set by {@link OperatorAccessFilter}; clients cannot set it
     */
    @WriteOperation
    public WebEndpointResponse<Object> order(
            SecurityContext caller,
            @Nullable String order,
            @Nullable String ids,
            @Nullable String rule,
            @Nullable String to,
            @Nullable String operator) {
        Optional<String> by = OperatorActionGuard.by(caller, operator);
        return EndpointResponses.answer(() -> {
            ordering.requireRoom(by);
            ordering.requireEnabled("Ordering");
            Object done = rule == null ? carryOut(order, ids) : carryOut(order, rule, to);
            AuditLog.ordered(order, ids, rule, to, by);
            return done;
        });
    }

    private Object carryOut(@Nullable String order, @Nullable String ids) {
        if ("flush".equals(order)) {
            return await(deliveries.flush(write -> true));
        }
        if ("replay".equals(order)) {
            return Map.of("replayed", await(buffer.deadLetters().redrive(deliverable(ids(ids)))));
        }
        if ("discard".equals(order)) {
            return Map.of("discarded", await(buffer.deadLetters().discard(ids(ids))));
        }
        if ("release".equals(order)) {
            return release(ids(ids));
        }
        throw RefusedOperationException.badRequest(
                "The order is none of flush, replay, discard, reassign and release.");
    }

    private Object carryOut(@Nullable String order, String rule, @Nullable String to) {
        try {
            if ("reassign".equals(order)) {
                return await(stranded.reassign(rule, String.valueOf(to)));
            }
            if ("discard".equals(order)) {
                long discarded = await(stranded.discard(rule));
                return Map.of("discarded", discarded, "left", waiting(rule));
            }
            throw RefusedOperationException.badRequest("Of the orders, only reassign and discard name a rule.");
        } catch (IllegalArgumentException wrong) {
            throw RefusedOperationException.badRequest(
                    "The order names a rule that is configured, or reassigns to one that buffers no writes.");
        } catch (IllegalStateException underWay) {
            throw new RefusedOperationException(
                    HttpStatus.CONFLICT, "The writes of this rule are being discarded. Retry later.");
        }
    }

    /** Returns how many writes of a removed rule wait. */
    private long waiting(String rule) {
        return Optional.ofNullable(stranded.left().get(rule))
                .map(StrandedWrites.StrandedRule::waiting)
                .orElse(0L);
    }

    /** A dead letter without a channel to deliver it would mark its pool as pending forever. */
    private List<UUID> deliverable(List<UUID> dead) {
        List<String> gone = dead.stream()
                .flatMap(id -> buffer.deadLetters().ruleOf(id).stream())
                .filter(rule -> !deliveries.has(rule))
                .distinct()
                .toList();
        if (!gone.isEmpty()) {
            throw new RefusedOperationException(
                    HttpStatus.CONFLICT,
                    "Some of them came under " + String.join(", ", gone)
                            + ", which is not configured any more. Reassign that rule first, then replay.");
        }
        return dead;
    }

    private List<UUID> ids(@Nullable String ids) {
        if (ids == null || ids.isBlank()) {
            throw RefusedOperationException.badRequest("The order names no ids. Name them, separated by commas.");
        }
        try {
            return ids.strip().equals(ALL)
                    ? dead().stream().map(WriteStatus.Dead::id).toList()
                    : Arrays.stream(ids.split(",", -1))
                            .map(id -> UUID.fromString(id.strip()))
                            .toList();
        } catch (IllegalArgumentException malformed) {
            throw RefusedOperationException.badRequest(
                    "One of the ids is none. Name ids, separated by commas, or all.");
        }
    }

    /** A lost log publishes nothing any more: another member publishes the release. */
    private Object release(List<UUID> logs) {
        List<PendingWriteTags> gone = invalidator.held().stream()
                .filter(held -> logs.contains(held.log()) && !held.log().equals(buffer.log()))
                .toList();
        if (gone.isEmpty()) {
            throw new RefusedOperationException(
                    HttpStatus.NOT_FOUND, "No other gateway's log of such an id holds anything.");
        }
        gone.forEach(held -> await(invalidator
                .hold(new PendingWriteMarker(held.log(), held.version() + 1, Extent.ALL, Set.of()))
                .thenApply(done -> true)));
        return Map.of("released", gone.size());
    }

    private <T> T await(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture()
                    .orTimeout(patience.toNanos(), TimeUnit.NANOSECONDS)
                    .join();
        } catch (CompletionException failed) {
            log.warn("An operation on buffered writes failed.", failed);
            throw refusal(failed);
        }
    }

    /** Returns why an order has failed, or was not completed. */
    private static RefusedOperationException refusal(Throwable failure) {
        Throwable fault = failure;
        while (fault instanceof CompletionException && fault.getCause() != null) {
            fault = fault.getCause();
        }
        if (fault instanceof TimeoutException) {
            return new RefusedOperationException(HttpStatus.GATEWAY_TIMEOUT, "It is not done yet, and may still be.");
        }
        if (fault instanceof LogFullException) {
            return new RefusedOperationException(
                    HttpStatus.INSUFFICIENT_STORAGE,
                    "It is not done, or only in part: the log of writes or its disk is full. Make room, then repeat the order.");
        }
        return new RefusedOperationException(
                HttpStatus.SERVICE_UNAVAILABLE,
                "It is not done, or only in part: " + (fault instanceof LogException ? fault.getMessage() : "a fault")
                        + ". The gateway's log says more. Mend that, then repeat the order.");
    }
}
