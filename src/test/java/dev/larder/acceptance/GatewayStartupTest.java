package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.larder.acceptance.kit.FreePorts;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the gateway starts, and how it says that it cannot. */
class GatewayStartupTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[0].";

    @Test
    void executableNeedsOnlyPortAndOrigin() throws IOException {
        int port = FreePorts.free();
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = GatewayFixture.process()
                        .bare()
                        .property("server.port", port)
                        .property("larder.origin", origin.uri())
                        .start()) {
            origin.on("/x", ResponseScript.ok("hello", "Cache-Control", "max-age=60"));
            assertThat(gateway.port()).isEqualTo(port);
            ReceivedResponse miss = gateway.get("/x");
            assertThat(miss.content()).isEqualTo("hello");
            assertThat(miss.cacheStatus()).contains("; fwd=uri-miss", "; stored");
            ReceivedResponse hit = gateway.get("/x");
            assertThat(hit.content()).isEqualTo("hello");
            assertThat(hit.hit()).isTrue();
            assertThat(origin.count("/x")).isEqualTo(1);
        }
    }

    @Test
    void executableReportsInvalidPropertyAndExits() {
        GatewayFixture.Exit exit = GatewayFixture.process()
                .bare()
                .property("server.port", 0)
                .property("larder.origin", "nonsense")
                .startExpectingExit();
        assertThat(exit.code()).isNotZero();
        assertOneClearMessage(exit.output(), "larder.origin");
        assertThat(String.join("\n", exit.output())).contains("'nonsense'");
    }

    @ParameterizedTest
    @CsvSource({
        "larder.origin,ftp://127.0.0.1/",
        "larder.origin,http://",
        "larder.origin,127.0.0.1:80",
        "larder.origin,http://127.0.0.1:9000/some/path",
        "larder.origin,http://user:secret@127.0.0.1:9000",
        "larder.origin,http://127.0.0.1:99999",
        "larder.store.type,nonsense",
        "larder.store.max-size,nonsense",
        "larder.store.max-size,-1MB",
        "larder.store.max-size,0",
        "larder.store.max-object-size,-5",
        "larder.limits.max-connections,0",
        "larder.limits.request-header-timeout,-1s",
        "larder.limits.request-header-timeout,soon",
        "larder.collapse.timeout,0s"
    })
    void aWrongPropertyStopsTheStartWithOneMessageThatNamesIt(String name, String value) {
        GatewayFixture.Builder builder = GatewayFixture.inJvm();
        if (!name.equals("larder.origin")) {
            builder.property("larder.origin", "http://127.0.0.1:9");
        }
        assertFails(builder.property(name, value), name, value);
    }

    @ParameterizedTest
    @CsvSource({"larder.orgin,http://127.0.0.1:9", "larder.store.maxsize.of,1MB", "larder.nonsense,1"})
    void aPropertyThatDoesNotExistStopsTheStart(String name, String value) {
        assertFails(
                GatewayFixture.inJvm()
                        .property("larder.origin", "http://127.0.0.1:9")
                        .property(name, value),
                name,
                value);
    }

    @ParameterizedTest
    @CsvSource({"Cache=nonsense", "Cache=-5s"})
    void aWrongFilterArgumentStopsTheStart(String filter) {
        GatewayFixture.Builder builder = GatewayFixture.inJvm()
                .property(ROUTE + "id", "wrong")
                .property(ROUTE + "uri", "http://127.0.0.1:9")
                .property(ROUTE + "predicates[0]", "Path=/**")
                .property(ROUTE + "filters[0]", filter);
        assertFails(builder, "Cache", filter.substring(filter.indexOf('=') + 1));
    }

    private static void assertFails(GatewayFixture.Builder builder, String name, String value) {
        int mark = GatewayFixture.inJvmLog().mark();
        Throwable failure = catchThrowable(() -> builder.start().close());
        assertThat(failure).as("%s=%s starts", name, value).isNotNull();
        assertOneClearMessage(GatewayFixture.inJvmLog().since(mark), name);
    }

    private static void assertOneClearMessage(List<String> output, String name) {
        String all = output.stream().filter(GatewayStartupTest::telling).collect(Collectors.joining("\n"));
        assertThat(all.toLowerCase(java.util.Locale.ROOT).replace("-", ""))
                .contains(name.toLowerCase(java.util.Locale.ROOT).replace("-", ""));
        assertThat(all).contains("Action:").doesNotContain("\tat ");
        assertThat(all.split("APPLICATION FAILED TO START", -1)).hasSize(2);
    }

    /** Lines of a process come one by one, entries of a gateway in this JVM with their level. */
    private static boolean telling(String entry) {
        return !entry.startsWith(" INFO ") && !entry.startsWith(" WARN ") && !entry.startsWith(" DEBUG ");
    }
}
