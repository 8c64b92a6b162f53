package dev.larder.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.larder.gateway.message.LarderClock;
import dev.larder.rpc.policy.FetchDenial;
import dev.larder.rpc.policy.UrlPolicy;
import dev.larder.rpc.policy.WebOrigin;
import dev.larder.rpc.v1.FetchRequest;
import dev.larder.rpc.v1.Head;
import dev.larder.rpc.v1.HeaderField;
import dev.larder.rpc.v1.PurgeRequest;
import io.grpc.Status;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.reactive.ServerHttpRequest;
import reactor.core.publisher.Mono;

/** Whatever a client writes, it is fetched or refused by name. Nothing is thrown; {@code -Dlarder.rpc.seed} chooses the seed. */
class HostileInputTest {

    private static final long SEED = Long.getLong("larder.rpc.seed", System.nanoTime());
    private static final int ROUNDS = 20_000;
    private static final RpcCaller NOBODY = new RpcCaller(Optional.empty(), Optional.empty(), Optional.empty());
    private static final String[] PIECES = {
        "http:",
        "https:",
        "file:",
        "HTTP:",
        "//",
        "/",
        "///",
        "\\",
        "?",
        "#",
        "@",
        ":",
        ":80",
        ":8080",
        ":0",
        ":65536",
        "[",
        "]",
        "[::1]",
        "[::ffff:1.2.3.4]",
        "[fe80::1%25a]",
        "[]",
        "localhost",
        "cat.example",
        "127.0.0.1",
        "0x7f.1",
        "2130706433",
        "a.",
        ".",
        "..",
        "%",
        "%2",
        "%2e",
        "%00",
        "%zz",
        "%2F",
        ";a=b",
        ";",
        "&a=%C3",
        "a=b",
        " ",
        "\t",
        "\r\n",
        "\0",
        "\u00e9",
        "\u212a",
        "\u0130",
        "\ud83d\ude00",
        "|",
        "^",
        "{",
        "}",
        "\"",
        "<",
        "`",
        "'",
        "a",
        "base",
        "/base",
        "/base/",
        "xn--",
        "_",
        "-",
        "="
    };

    private static final Set<String> NAMES = EnumSet.complementOf(EnumSet.of(FetchDenial.FAILED)).stream()
            .map(Enum::name)
            .collect(Collectors.toSet());

    private final Random random = new Random(SEED);
    private final DocumentMetrics metrics = new DocumentMetrics(List.of());

    @Test
    void anyUrlIsFetchedOrRefusedWithNamedReason() {
        Set<Status.Code> seen = EnumSet.noneOf(Status.Code.class);
        for (int i = 0; i < ROUNDS; i++) {
            String url = (i % 2 == 0 ? "/" : "http://cat.example:8080/") + text();
            seen.add(check(url, Caller.EMPTY).getCode());
            seen.add(check(text(), Caller.EMPTY).getCode());
        }
        assertThat(seen).contains(Status.Code.OK, Status.Code.INVALID_ARGUMENT, Status.Code.PERMISSION_DENIED);
    }

    @Test
    void anyHeaderFieldIsAcceptedOrRefusedWithNamedReason() {
        for (int i = 0; i < ROUNDS; i++) {
            String name = random.nextBoolean() ? "Cookie" : random.nextBoolean() ? "X-A" : text();
            check("/base/a", new Caller(name, text()));
        }
    }

    @Test
    void anyPurgeTextIsForwardedToEndpoint() {
        for (int i = 0; i < ROUNDS / 10; i++) {
            String text = text();
            var purging = new RpcPurger(() -> new RpcPurger.Exposed(door(), "/actuator/larder"));
            var order = PurgeRequest.newBuilder();
            var outcome = purging.purge(
                            (random.nextBoolean() ? order.setUrl(text) : order.setPattern(text)).build(), NOBODY)
                    .block();
            assertThat(outcome).as("seed %d, text <%s>", SEED, text).isNotNull();
            assertThat(outcome.status().getDescription())
                    .as("seed %d, text <%s>", SEED, text)
                    .startsWith("PURGE_REFUSED: The endpoint has answered ");
        }
    }

    @Test
    void unexpectedExceptionEndsFetchAsFailed() {
        var failing = new DocumentFetcher(
                HostileInputTest::policy,
                new InProcessHttpHandler(
                        (request, response) -> {
                            throw new IllegalStateException("a bug");
                        },
                        ""),
                metrics,
                LarderClock.system());
        Status ended = failing.fetch(
                        DocumentRequest.of(
                                FetchRequest.newBuilder().setUrl("/a").build(), NOBODY),
                        new Nowhere())
                .block();
        assertThat(ended).isNotNull();
        assertThat(ended.getCode()).isEqualTo(Status.Code.INTERNAL);
        assertThat(ended.getDescription()).startsWith("FAILED: ");
    }

    private record Caller(String name, String value) {

        static final Caller EMPTY = new Caller("Accept", "*/*");
    }

    private Status check(String url, Caller by) {
        var request = FetchRequest.newBuilder()
                .setUrl(url)
                .addHeaderFields(HeaderField.newBuilder().setName(by.name()).setValue(by.value()));
        var documents = new DocumentFetcher(HostileInputTest::policy, answering(), metrics, LarderClock.system());
        Supplier<Status> fetching = () -> documents
                .fetch(DocumentRequest.of(request.build(), NOBODY), new Nowhere())
                .block();
        Status ended = fetching.get();
        assertThat(ended).as("seed %d, url <%s>, field %s", SEED, url, by).isNotNull();
        if (!ended.isOk()) {
            assertThat(String.valueOf(ended.getDescription()).replaceAll(":.*", ""))
                    .as("seed %d, url <%s>, field %s", SEED, url, by)
                    .isIn(NAMES);
        }
        return ended;
    }

    private static InProcessHttpHandler answering() {
        return new InProcessHttpHandler(
                (request, response) -> look(request).then(Mono.defer(response::setComplete)), "/base");
    }

    /** Looks at all that filters and routes look at. */
    private static InProcessHttpHandler door() {
        return new InProcessHttpHandler((request, response) -> look(request), "/base");
    }

    private static Mono<Void> look(ServerHttpRequest request) {
        request.getCookies();
        request.getQueryParams();
        request.getPath().pathWithinApplication().elements().forEach(element -> {
            if (element instanceof PathContainer.PathSegment segment) {
                segment.parameters();
            }
        });
        return request.getBody().then();
    }

    private static UrlPolicy policy() {
        WebOrigin itself = WebOrigin.of("http://localhost:8080");
        return new UrlPolicy(itself, Set.of(itself), Set.of(WebOrigin.of("http://cat.example:8080")));
    }

    private String text() {
        var text = new StringBuilder();
        for (int left = random.nextInt(8); left >= 0; left--) {
            text.append(
                    random.nextInt(10) == 0
                            ? String.valueOf((char) random.nextInt(0xd800))
                            : PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }

    private record Nowhere() implements DocumentReceiver {

        @Override
        public void head(Head head) {}

        @Override
        public void chunk(ByteString chunk) {}

        @Override
        public void whenReady(Runnable next) {
            next.run();
        }
    }
}
