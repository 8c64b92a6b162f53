package dev.larder.gateway.filter;

import dev.larder.cache.spi.Stamp;
import dev.larder.gateway.exchange.Problem;
import dev.larder.gateway.rfc9111.Preferences;
import dev.larder.gateway.rfc9111.Reason;
import dev.larder.gateway.rfc9111.RequestHead;
import dev.larder.gateway.route.Buffering;
import dev.larder.gateway.route.Rule;
import dev.larder.gateway.writebehind.intake.Intake;
import dev.larder.gateway.writebehind.intake.StatusResources;
import dev.larder.gateway.writebehind.intake.Verdict;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Mono;

/** Writes that are acknowledged before their origin has them, and what other requests have to do with those. */
public final class BufferedWrites {

    /** Nothing is buffered. */
    public static final BufferedWrites NONE = new BufferedWrites(Optional.empty(), stamp -> Mono.just(true));

    private static final Problem BEHIND = new Problem(
            HttpStatus.SERVICE_UNAVAILABLE,
            "Earlier writes to the same have been acknowledged and are not delivered yet. Try again.");

    private final Optional<Intake> intake;
    private final Function<Stamp, Mono<Boolean>> flush;

    /**
     * Those of an intake.
     *
     * @param flush has delivered what makes wrong what has one of these tags; tells whether nothing of that is left
     */
    public BufferedWrites(Optional<Intake> intake, Function<Stamp, Mono<Boolean>> flush) {
        this.intake = intake;
        this.flush = flush;
    }

    /** How a request under this rule is buffered; empty if it is not. */
    Optional<Buffering> buffering(Rule rule, RequestHead request) {
        return intake.flatMap(there -> Intake.buffering(rule, request));
    }

    /** Acknowledges a request, or answers why not. */
    Mono<Void> answer(Visit visit, Buffering buffering) {
        return intake.orElseThrow()
                .take(
                        visit.request(),
                        visit.exchange().getRequest().getBody(),
                        visit.reach(),
                        buffering,
                        visit.credentials())
                .flatMap(verdict -> verdict instanceof Verdict.Acknowledged acknowledged
                        ? acknowledged(visit, acknowledged.id())
                        : visit.problem(((Verdict.Declined) verdict).problem()));
    }

    private static Mono<Void> acknowledged(Visit visit, UUID id) {
        visit.report().local();
        ServerHttpResponse response = visit.exchange().getResponse();
        response.getHeaders().clear();
        response.setStatusCode(HttpStatus.ACCEPTED);
        response.getHeaders().set("Location", StatusResources.PATH + id);
        response.getHeaders().setContentLength(0);
        if (Preferences.respondAsync(visit.request().fields())) {
            response.getHeaders().set("Preference-Applied", "respond-async");
        }
        return visit.answer().content(ServerHttpResponse::setComplete);
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
