package dev.larder.gateway.rpc;

import dev.larder.gateway.exchange.LarderClock;
import dev.larder.gateway.rpc.wall.Denial;
import dev.larder.gateway.rpc.wall.Fields;
import dev.larder.gateway.rpc.wall.Origin;
import dev.larder.gateway.rpc.wall.UrlWall;
import dev.larder.gateway.rpc.wall.Verdict;
import io.grpc.Status;
import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.HttpHandler;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Fetches documents the way HTTP clients do: by the gateway's filters and routes, in the process, without a connection. */
public final class Documents {

    private final Supplier<UrlWall> wall;
    private final HttpHandler filters;
    private final Tallies tallies;
    private final LarderClock clock;

    /**
     * Fetches what this wall lets in.
     *
     * @param wall asked for when the first document is, as the port of the gateway is known by then
     * @param filters the web filters of the gateway, {@link RoutesOnly} behind them
     */
    public Documents(Supplier<UrlWall> wall, HttpHandler filters, Tallies tallies, LarderClock clock) {
        this.wall = wall;
        this.filters = filters;
        this.tallies = tallies;
        this.clock = clock;
    }

    /** Fetches one; brings how that has ended. */
    Mono<Status> fetch(Ask ask, Receiver receiver) {
        Optional<Denial> field = Fields.of(ask.fields());
        if (field.isPresent()) {
            return Mono.just(field.get().status());
        }
        Verdict verdict = wall.get().of(ask.url());
        if (verdict instanceof Verdict.Denied denied) {
            return Mono.just(denied.why().status());
        }
        return verdict instanceof Verdict.Listed allowed
                ? fetch(ask, receiver, allowed.uri(), Optional.of(allowed.origin()))
                : fetch(ask, receiver, ((Verdict.ByRoute) verdict).uri(), Optional.empty());
    }

    private Mono<Status> fetch(Ask ask, Receiver receiver, URI uri, Optional<Origin> listed) {
        var fetching = new Fetching(receiver, ask.maxBytes(), listed, tallies, clock);
        var request = new RpcRequest(
                HttpMethod.GET, uri, ask.headers(uri.getRawAuthority()), ask.peer(), fetching, Flux.empty());
        return fetching.by(client -> filters.handle(request, new RpcResponse(client)));
    }
}
