package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.UniquePath;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import org.springframework.web.server.WebSession;
import org.springframework.web.server.session.DefaultWebSessionManager;
import org.springframework.web.server.session.HeaderWebSessionIdResolver;
import org.springframework.web.server.session.WebSessionManager;
import reactor.core.publisher.Mono;

/** Handlers of an application whose sessions are named by a field, not by a cookie, and whose manager begins each when it is asked. */
class ClientsOfHandlersTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[%d].";
    private static final AtomicInteger ASKED = new AtomicInteger();

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> {
        String cached = ROUTE.formatted(0);
        String removing = ROUTE.formatted(1);
        return builder.with(Handlers.class)
                .property("larder.rules.lang.paths", "/local/lang")
                .property("larder.rules.lang.key.cookies", "lang")
                .property("larder.rules.keyed.paths", "/local/keyed")
                .property("larder.rules.keyed.key.headers", "SESSION")
                .property("larder.rules.ignoring.paths", "/local/ignoring")
                .property("larder.rules.ignoring.key.ignored-headers", "X-Request-Id,Cookie")
                .property(cached + "id", "cached")
                .property(cached + "uri", "forward:///")
                .property(cached + "predicates[0]", "Path=/cached/{segment}")
                .property(cached + "filters[0]", "SetPath=/local/{segment}")
                .property(cached + "filters[1]", "Cache")
                .property(removing + "id", "removing")
                .property(removing + "uri", "forward:///")
                .property(removing + "predicates[0]", "Path=/removing/{segment}")
                .property(removing + "filters[0]", "RemoveRequestHeader=Cookie")
                .property(removing + "filters[1]", "SetPath=/local/{segment}")
                .property(removing + "filters[2]", "Cache");
    });

    private final String query = "?of=" + UniquePath.next().replace("/", "");

    private String begin() {
        ReceivedResponse first = STAGE.get("/cached/session" + query + "&first");
        assertThat(first.cacheStatus()).contains("set-cookie");
        return first.field("SESSION");
    }

    /** As a session that is named by a cookie. Other cookies, in the key or not, say nothing of it. */
    @ParameterizedTest
    @CsvSource({
        "handler, session, X-None",
        "first, plain, X-None",
        "last, plain, X-None",
        "handler, session, Cookie",
        "handler, lang, X-None",
        "first, lang, Cookie",
    })
    void sessionPageIsStoredForOthersOnlyIfDeclaredPublic(String asks, String page, String vary) {
        String target = "/cached/" + page + query + "&vary=" + vary;
        String[] fields = {"SESSION", begin(), "X-Asks", asks, "Cookie", "lang=de"};
        assertThat(STAGE.get(target, fields).cacheStatus()).contains("detail=authorization");
        assertThat(STAGE.get(target + "&said=public,max-age=60", fields).cacheStatus())
                .contains("stored");
    }

    /** The filter may be the first of all, by its order. */
    @ParameterizedTest
    @ValueSource(strings = {"first", "last"})
    void pageOfSessionStartedByFilterIsNotStored(String asks) {
        assertThat(STAGE.get("/cached/plain" + query, "X-Asks", asks).cacheStatus())
                .contains("set-cookie");
    }

    @ParameterizedTest
    @CsvSource({"keyed, X-None", "session, SESSION"})
    void pageIsStoredPerSessionIfSessionFieldIsInKey(String page, String vary) {
        String target = "/cached/" + page + query + "&vary=" + vary;
        String session = begin();
        ReceivedResponse own = STAGE.get(target, "SESSION", session);
        assertThat(own.cacheStatus()).contains("stored");
        assertThat(STAGE.get(target, "SESSION", session).hit()).isTrue();
        assertThat(STAGE.get(target, "SESSION", begin()).content()).isNotEqualTo(own.content());
    }

    /** The key has nothing of it then. */
    @ParameterizedTest
    @ValueSource(strings = {"handler", "first", "last"})
    void pageIsNotStoredIfKeyedSessionFieldIsNotForwarded(String asks) {
        String target = "/cached/keyed" + query;
        ReceivedResponse own =
                STAGE.get(target, "SESSION", begin(), "Connection", "keep-alive, SESSION", "X-Asks", asks);
        assertThat(own.cacheStatus()).doesNotContain("stored").doesNotContain("hit");
        assertThat(STAGE.get(target).content()).isNotEqualTo(own.content());
    }

    /** The other field, or a cookie, tells nothing of clients by the rule, whatever else it happens to hold. */
    @ParameterizedTest
    @CsvSource({"X-Request-Id, ''", "Cookie, id="})
    void ignoredFieldWithSessionIdDoesNotMakePageShareable(String ignored, String cookie) {
        String session = begin();
        String target = "/cached/ignoring" + query;
        assertThat(STAGE.get(target, ignored, cookie + session, "SESSION", session)
                        .cacheStatus())
                .contains("detail=authorization");
    }

    /** Asking for a session may begin it, in the store of sessions too. */
    @Test
    void sessionIsNotLoadedForHandlerThatNeedsNone() {
        int before = ASKED.get();
        for (int i = 0; i < 20; i++) {
            assertThat(STAGE.get("/cached/plain" + query + "&number=" + i).cacheStatus())
                    .contains("stored");
        }
        assertThat(ASKED).hasValue(before);
    }

    /** The key of what varies by a field is that of the field as it is forwarded. */
    @Test
    void responseVaryingByRemovedCookieIsNotShared() {
        String target = "/removing/cookie" + query;
        ReceivedResponse first = STAGE.get(target, "Cookie", "user=a");
        assertThat(first.content()).isEqualTo("page of a");
        assertThat(first.cacheStatus()).contains("detail=authorization");
        assertThat(STAGE.get(target, "Cookie", "user=b").content()).isEqualTo("page of b");
        String forwarded = "/cached/cookie" + query;
        assertThat(STAGE.get(forwarded, "Cookie", "user=a").cacheStatus()).contains("stored");
        assertThat(STAGE.get(forwarded, "Cookie", "user=b").content()).isEqualTo("page of b");
    }

    /** Such clients would see an old page for as long as it may be served while it is revalidated: none of their requests replaces it. */
    @ParameterizedTest
    @CsvSource({"Cookie, user=a", "Authorization, Bearer a", "X-Asks, first"})
    void stalePageIsNotServedToClientsThatCannotRenewIt(String name, String value) {
        String target = "/cached/counted" + query;
        ReceivedResponse stored = STAGE.get(target);
        assertThat(stored.cacheStatus()).contains("stored");
        ReceivedResponse last = STAGE.get(target, name, value);
        for (int i = 0; i < 100 && last.hit(); i++) {
            STAGE.awaitReading();
            last = STAGE.get(target, name, value);
        }
        assertThat(last.hit()).isFalse();
        assertThat(last.content()).isNotEqualTo(stored.content());
        assertThat(STAGE.get(target, "X-Fails", "1").content())
                .as("what is served if the origin fails")
                .isEqualTo(stored.content());
    }

    /** A filter that asks for the session if its name is in a field. */
    record Asking(String name, int getOrder) implements WebFilter, Ordered {

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
            return name.equals(exchange.getRequest().getHeaders().getFirst("X-Asks"))
                    ? exchange.getSession().then(chain.filter(exchange))
                    : chain.filter(exchange);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Handlers {

        @Bean
        WebSessionManager webSessionManager() {
            var manager = new DefaultWebSessionManager();
            manager.setSessionIdResolver(new HeaderWebSessionIdResolver());
            return exchange -> Mono.defer(() -> {
                ASKED.incrementAndGet();
                return manager.getSession(exchange).doOnNext(WebSession::start);
            });
        }

        @Bean
        WebFilter first() {
            return new Asking("first", Ordered.HIGHEST_PRECEDENCE);
        }

        @Bean
        WebFilter last() {
            return new Asking("last", Ordered.LOWEST_PRECEDENCE);
        }

        @Bean
        Pages pages() {
            return new Pages();
        }
    }

    @RestController
    static class Pages {

        private final AtomicInteger count = new AtomicInteger();

        @GetMapping({"/local/session", "/local/lang", "/local/keyed", "/local/ignoring"})
        Mono<ResponseEntity<String>> session(
                ServerWebExchange exchange,
                @RequestParam(defaultValue = "max-age=60") String said,
                @RequestParam(defaultValue = "X-None") String vary) {
            return exchange.getSession()
                    .map(session -> ResponseEntity.ok()
                            .header("Cache-Control", said)
                            .header("Vary", vary)
                            .body("page of " + session.getId()));
        }

        @GetMapping("/local/plain")
        ResponseEntity<String> plain(@RequestParam(defaultValue = "max-age=60") String said) {
            return ResponseEntity.ok().header("Cache-Control", said).body("page");
        }

        @GetMapping("/local/cookie")
        ResponseEntity<String> cookie(@CookieValue String user) {
            return ResponseEntity.ok()
                    .header("Cache-Control", "max-age=60")
                    .header("Vary", "Cookie")
                    .body("page of " + user);
        }

        @GetMapping("/local/counted")
        ResponseEntity<String> counted(ServerWebExchange exchange) {
            boolean fails = exchange.getRequest().getHeaders().containsHeader("X-Fails");
            return ResponseEntity.status(fails ? 503 : 200)
                    .header("Cache-Control", "max-age=0, stale-while-revalidate=3600, stale-if-error=3600")
                    .body("page " + count.incrementAndGet());
        }
    }
}
