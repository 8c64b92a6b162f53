package dev.larder.rpc;

import dev.larder.gateway.exchange.LarderClock;
import dev.larder.rpc.RpcRequest.Target;
import dev.larder.rpc.wall.Denial;
import dev.larder.rpc.wall.Fields;
import dev.larder.rpc.wall.Origin;
import dev.larder.rpc.wall.UrlWall;
import dev.larder.rpc.wall.Verdict;
import io.grpc.Status;
import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpMethod;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Fetches documents the way HTTP clients do: by the gateway's filters and routes, in the process, without a connection. */
public final class Documents {

    private static final Logger log = LoggerFactory.getLogger(Documents.class);

    private final Supplier<UrlWall> wall;
    private final Door door;
    private final Tallies tallies;
    private final LarderClock clock;

    /**
     * Fetches what this wall lets in.
     *
     * @param wall asked for when the first document is, as the port of the gateway is known by then
     * @param door of the gateway, {@link RoutesOnly} behind it
     */
    public Documents(Supplier<UrlWall> wall, Door door, Tallies tallies, LarderClock clock) {
        this.wall = wall;
        this.door = door;
        this.tallies = tallies;
        this.clock = clock;
    }

    /** Fetches one; brings how that has ended, whatever is asked for. */
    Mono<Status> fetch(Ask ask, Receiver receiver) {
        return Mono.defer(() -> unlessDenied(ask, receiver)).onErrorResume(error -> {
            log.warn("A document could not be fetched", error);
            return Mono.just(Denial.FAILED.status());
        });
    }

    private Mono<Status> unlessDenied(Ask ask, Receiver receiver) {
        Optional<Denial> field = Fields.of(ask.fields());
        if (field.isPresent()) {
            return Mono.just(field.get().status());
        }
        Verdict verdict = wall.get().of(ask.url());
        if (verdict instanceof Verdict.Denied denied) {
            return Mono.just(denied.why().status());
        }
        return verdict instanceof Verdict.Listed allowed
                ? fetch(ask, receiver, new Target(allowed.uri(), ""), Optional.of(allowed.origin()))
                : byRoute(ask, receiver, ((Verdict.ByRoute) verdict).uri());
    }

    private Mono<Status> byRoute(Ask ask, Receiver receiver, URI uri) {
        return door.leadsTo(uri)
                ? fetch(ask, receiver, new Target(uri, door.basePath()), Optional.empty())
                : Mono.just(Denial.NO_ROUTE.status());
    }

    private Mono<Status> fetch(Ask ask, Receiver receiver, Target target, Optional<Origin> listed) {
        var fetching = new Fetching(receiver, ask.maxBytes(), listed, tallies, clock);
        var request = new RpcRequest(
                HttpMethod.GET,
                target,
                ask.headers(target.uri().getRawAuthority()),
                ask.peer(),
                fetching,
                Flux.empty());
        return fetching.by(client -> door.handler().handle(request, new RpcResponse(client)));
    }
}
