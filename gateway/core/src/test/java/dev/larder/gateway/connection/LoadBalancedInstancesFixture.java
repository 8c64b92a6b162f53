package dev.larder.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.message.ExchangeLoop;
import dev.larder.http.client.OriginCall;
import dev.larder.http.client.OriginResponseListener;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * A service with one instance, which a load balancer chooses as the test says; everything that happens is an event.
 */
abstract class LoadBalancedInstancesFixture {

    private static final URI ONE = URI.create("http://one.test:81/a");
    static final ResponseHead HEAD = new ResponseHead(200, HeaderFields.of("Content-Length", "0"));

    final List<String> events = Collections.synchronizedList(new ArrayList<>());
    final Loop loop = new Loop();
    final Sinks.One<URI> later = Sinks.one();
    final HeadOnlyWebExchange routed = routed();
    private final Listener listener = new Listener();
    private final List<ByteBuf> content = new ArrayList<>();
    Mono<URI> choice = Mono.just(ONE);
    String addedCookie = "";
    boolean originWritable = true;
    boolean originRefuses;

    @Nullable
    RuntimeException complaint;

    private @Nullable OriginResponseListener instance;

    private static HeadOnlyWebExchange routed() {
        var head = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/a");
        head.headers().set("Host", "gateway.test").set("Cookie", "a=b");
        var exchange = new HeadOnlyWebExchange(new HeadOnlyRequest(
                head,
                URI.create("http://gateway.test/a"),
                InetSocketAddress.createUnresolved("gateway", 80),
                null,
                Flux.empty()));
        exchange.getAttributes().put(ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR, URI.create("lb://service/a"));
        return exchange;
    }

    OriginCall ask() {
        return ask("GET", 0);
    }

    OriginCall ask(String method, long length) {
        var instances = new LoadBalancedInstances(
                new LoadBalancerFilters(List.of(new Balancer())), routed, loop, Duration.ofSeconds(2));
        listener.asking = true;
        OriginCall call = instances.ask(
                new RequestHead(method, URI.create("lb://service/a"), HeaderFields.of("If-None-Match", "\"1\"")),
                head -> head.withFields(head.fields().with("Seen", "yes")),
                listener,
                (chosen, head, answered) -> new Instance().ask(head, length, answered));
        listener.asking = false;
        return call;
    }

    OriginCall askLater() {
        choice = later.asMono().doOnCancel(() -> events.add("choice cancelled"));
        return ask("POST", 3);
    }

    OriginResponseListener instance() {
        return Objects.requireNonNull(instance);
    }

    ByteBuf octets(String text) {
        ByteBuf octets = Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
        content.add(octets);
        return octets;
    }

    void chooseElsewhere() {
        elsewhere(() -> later.tryEmitValue(ONE));
    }

    static void elsewhere(Runnable action) {
        var thread = new Thread(action);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    void assertReleased() {
        assertThat(content).allSatisfy(octets -> assertThat(octets.refCnt()).isZero());
    }

    /** Chooses as Gateway's filter does. */
    private final class Balancer implements GlobalFilter {

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
            events.add("start");
            return choice.doOnNext(
                            url -> exchange.getAttributes().put(ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR, url))
                    .then(chain.filter(addedCookie.isEmpty() ? exchange : withCookie(exchange)))
                    .doOnError(error -> events.add("failed " + error.getMessage()))
                    .doOnSuccess(answered -> {
                        if (complaint != null) {
                            throw complaint;
                        }
                        ServerHttpResponse response = exchange.getResponse();
                        events.add("success " + response.getStatusCode().value() + " " + response.getHeaders());
                    });
        }

        private ServerWebExchange withCookie(ServerWebExchange exchange) {
            return exchange.mutate()
                    .request(request -> request.headers(fields -> fields.add("Cookie", addedCookie)))
                    .build();
        }
    }

    /** Its thread is the one that creates it; what others hand over waits until it is run. */
    static final class Loop implements ExchangeLoop {

        private final Thread thread = Thread.currentThread();
        final Queue<Runnable> actions = new ConcurrentLinkedQueue<>();
        final List<Runnable> timers = new ArrayList<>();
        Duration delay = Duration.ZERO;

        @Override
        public void execute(Runnable action) {
            actions.add(action);
        }

        @Override
        public Runnable schedule(Duration time, Runnable action) {
            delay = time;
            timers.add(action);
            return () -> timers.remove(action);
        }

        @Override
        public boolean isInside() {
            return Thread.currentThread() == thread;
        }

        void run() {
            for (Runnable action = actions.poll(); action != null; action = actions.poll()) {
                action.run();
            }
        }
    }

    private final class Instance implements OriginCall {

        OriginCall ask(RequestHead request, long length, OriginResponseListener answered) {
            if (originRefuses) {
                throw new IllegalArgumentException("refused");
            }
            List<String> lines = new ArrayList<>();
            request.fields().forEach(field -> lines.add(field.name() + ": " + field.value()));
            events.add("ask " + request.method() + " " + request.target() + " " + lines + " " + length);
            instance = answered;
            return this;
        }

        @Override
        public void send(ByteBuf octets) {
            events.add("send " + octets.toString(StandardCharsets.US_ASCII));
            octets.release();
        }

        @Override
        public void sendLast(HeaderFields trailers) {
            events.add("last");
        }

        @Override
        public boolean isWritable() {
            return originWritable;
        }

        @Override
        public void pause() {
            events.add("pause");
        }

        @Override
        public void resume() {
            events.add("resume");
        }

        @Override
        public void cancel() {
            events.add("cancel");
        }
    }

    private final class Listener implements OriginResponseListener {

        private boolean asking;

        private void add(String event) {
            assertThat(asking).as("the sender has the call").isFalse();
            assertThat(loop.isInside()).isTrue();
            events.add(event);
        }

        @Override
        public void sending() {
            throw new AssertionError("Nothing is sent.");
        }

        @Override
        public void interim(ResponseHead head) {
            throw new AssertionError("There is none.");
        }

        @Override
        public void head(ResponseHead head, boolean atHand) {
            add("head " + head.status());
        }

        @Override
        public void data(ByteBuf data) {
            data.release();
            add("data");
        }

        @Override
        public void end(HeaderFields trailers) {
            add("end");
        }

        @Override
        public void failed(Throwable error) {
            add("no response: " + error.getMessage());
        }

        @Override
        public void writable() {
            add("writable");
        }
    }
}
