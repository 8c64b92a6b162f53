package dev.larder.gateway.filter;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_SCHEME_PREFIX_ATTR;

import dev.larder.cache.spi.Stamp;
import dev.larder.gateway.exchange.Heads;
import dev.larder.gateway.exchange.Problem;
import dev.larder.gateway.exchange.UnfinishedUploads;
import dev.larder.gateway.route.Buffering;
import dev.larder.gateway.route.Reach;
import dev.larder.gateway.route.Rule;
import dev.larder.gateway.writebehind.intake.Intake;
import dev.larder.gateway.writebehind.intake.StatusResources;
import dev.larder.gateway.writebehind.intake.Verdict;
import dev.larder.http.ClientShares;
import dev.larder.rfc9111.Preferences;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.RequestHead;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Writes that are acknowledged before their origin has them, and what other requests have to do with those. */
public final class BufferedWrites {

    /** Nothing is buffered. */
    public static final BufferedWrites NONE = new BufferedWrites(
            Optional.empty(),
            new UnfinishedUploads(new ClientShares(0, 0), new ClientShares(0, 0), peer -> false),
            stamp -> Mono.just(true));

    private static final Logger log = LoggerFactory.getLogger(BufferedWrites.class);

    private static final Problem UNDELIVERABLE = new Problem(
            HttpStatus.INTERNAL_SERVER_ERROR,
            "The write is not acknowledged, as it could not be delivered: its route leads to no http or https origin,"
                    + " and its rule names no bulk endpoint that is a whole URL.");

    private static final Problem BEHIND = new Problem(
            HttpStatus.SERVICE_UNAVAILABLE,
            "Earlier writes to the same have been acknowledged and are not delivered yet. Try again.");

    private final Optional<Intake> intake;
    private final UnfinishedUploads unfinished;
    private final Function<Stamp, Mono<Boolean>> flush;
    private final Set<String> undeliverable = ConcurrentHashMap.newKeySet();

    /**
     * Those of an intake.
     *
     * @param unfinished what one client may have under way
     * @param flush has delivered what makes wrong what has one of these tags; tells whether nothing of that is left
     */
    public BufferedWrites(Optional<Intake> intake, UnfinishedUploads unfinished, Function<Stamp, Mono<Boolean>> flush) {
        this.intake = intake;
        this.unfinished = unfinished;
        this.flush = flush;
    }

    /** How a request under this rule is buffered; empty if it is not. */
    Optional<Buffering> buffering(Rule rule, RequestHead request) {
        return rule.handling().dryRun() ? Optional.empty() : intake.flatMap(there -> Intake.buffering(rule, request));
    }

    /**
     * Acknowledges a request, or answers why not.
     *
     * @param whenAcknowledged run before that is answered
     */
    Mono<Void> answer(Visit visit, Buffering buffering, Runnable whenAcknowledged) {
        return buffering.reaches(scheme(visit)) ? taken(visit, buffering, whenAcknowledged) : undeliverable(visit);
    }

    /** That of {@code lb:http://orders} is lb. */
    private static @Nullable String scheme(Visit visit) {
        String prefix = visit.exchange().getAttribute(GATEWAY_SCHEME_PREFIX_ATTR);
        return prefix == null ? visit.request().target().getScheme() : prefix;
    }

    private Mono<Void> undeliverable(Visit visit) {
        String rule = visit.rule().name();
        if (undeliverable.add(rule)) {
            log.warn(
                    "Writes under larder.rules.{} are refused, as deliveries cannot reach {}."
                            + " Write for example larder.rules.{}.buffer.bulk=http://orders:8080/bulk/orders.",
                    rule,
                    scheme(visit) + "://" + visit.request().target().getRawAuthority(),
                    rule);
        }
        return visit.problem(UNDELIVERABLE);
    }

    private Mono<Void> taken(Visit visit, Buffering buffering, Runnable whenAcknowledged) {
        ServerHttpRequest client = visit.exchange().getRequest();
        return take(visit.request(), client, client.getBody(), visit.reach(), buffering)
                .flatMap(verdict -> {
                    if (verdict instanceof Verdict.Acknowledged acknowledged) {
                        whenAcknowledged.run();
                        return acknowledged(visit, acknowledged.id());
                    }
                    return visit.problem(((Verdict.Declined) verdict).problem());
                });
    }

    /**
     * Takes a request in, or declines it.
     *
     * @param request as it would be forwarded
     * @param client the request as it came
     */
    Mono<Verdict> take(
            RequestHead request, ServerHttpRequest client, Flux<DataBuffer> content, Reach reach, Buffering buffering) {
        return unfinished.within(
                client,
                content,
                shared -> intake.orElseThrow().take(request, shared, reach, buffering, Visit.credentials(request)),
                Verdict.Declined::new);
    }

    private static Mono<Void> acknowledged(Visit visit, UUID id) {
        visit.report().acknowledged();
        Heads.clear(visit.exchange());
        head(visit.exchange().getResponse(), visit.request(), id);
        Heads.ofThisAttempt(visit.exchange());
        return visit.answer().content(ServerHttpResponse::setComplete);
    }

    /** Puts the head into a response that acknowledges this request as a write of that id. */
    static void head(ServerHttpResponse response, RequestHead request, UUID id) {
        response.setStatusCode(HttpStatus.ACCEPTED);
        response.getHeaders().set("Location", StatusResources.PATH + id);
        response.getHeaders().setContentLength(0);
        if (Preferences.respondAsync(request.fields())) {
            response.getHeaders().set("Preference-Applied", "respond-async");
        }
    }

    /** Has delivered what makes wrong what has one of these tags; tells whether nothing of that is left. */
    Mono<Boolean> flush(Stamp stamp) {
        return flush.apply(stamp);
    }

    /**
     * A write that is not buffered must not overtake those that are: they are delivered first.
     *
     * @param held whether what has one of these tags is made wrong by a write that waits
     */
    Mono<Void> inTurn(Visit visit, Predicate<Stamp> held, Mono<Void> forward) {
        if (intake.isEmpty()) {
            return forward;
        }
        Stamp wrong = Stamp.of(0, visit.reach().ofWrite());
        return held.test(wrong) ? afterThose(visit, wrong, forward) : forward;
    }

    private Mono<Void> afterThose(Visit visit, Stamp tags, Mono<Void> forward) {
        return flush(tags).flatMap(delivered -> {
            if (delivered) {
                return forward;
            }
            visit.report().forwarded(Reason.WRITE_PENDING);
            return visit.problem(BEHIND);
        });
    }
}
