package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.larder.acceptance.kit.FreePorts;
import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.UniquePath;
import java.net.ConnectException;
import java.net.InetAddress;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A1 to A5: what operators have is on their port alone, is no more than it was, and never becomes a request. */
class AdminPlaneTest {

    private static final Pattern LINK = Pattern.compile("\"href\":\"http://[^/]+(/actuator[^\"]*)\"");

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> OperatorClient.admitted(builder)
            .property("larder.actuate.write-enabled", true)
            .property("larder.actuate.hosts", "admin.test"));

    private final String path = UniquePath.next();

    /** A1: every spelling of an admin path is the origin's on the data port, or refused; nothing of ours answers. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/actuator",
                "/actuator/larder",
                "//actuator/larder",
                "/%61ctuator/larder",
                "/actuator;a=b/larder",
                "/actuator/larder;a=b",
                "/actuator%2flarder",
                "/ACTUATOR/larder",
                "/x/../actuator/larder",
                "/larder",
                "/actuator/health",
                "/actuator/gateway/routes",
                "/actuator/env",
                "/actuator/heapdump"
            })
    @Tag("hardening-A1")
    void dataPortDoesNotExposeAdminEndpoints(String target) {
        STAGE.origin().otherwise(request -> ResponseScript.ok("the origin's own", "Cache-Control", "no-store"));
        for (String host : new String[] {"localhost", "127.0.0.1", "a.test"}) {
            ReceivedResponse response = STAGE.get(target, "Host", host, "X-Forwarded-For", "127.0.0.1");
            assertThat(response.status()).isIn(200, 400);
            if (response.status() == 200) {
                assertThat(response.content()).isEqualTo("the origin's own");
            }
        }
        STAGE.origin().otherwise(request -> ResponseScript.status(404));
    }

    /** A2: who adds an endpoint, or an operation of one, sees it here. */
    @Test
    @Tag("hardening-A2")
    @Tag("extensions")
    void managementPortExposesOnlyExpectedEndpoints() {
        assertThat(links(OperatorClient.of(STAGE.gateway())))
                .containsExactly(
                        "/actuator",
                        "/actuator/larder",
                        "/actuator/larder/{view}",
                        "/actuator/larderadvisor",
                        "/actuator/larderdryrun",
                        "/actuator/larderttl");
        for (String closed :
                new String[] {"env", "heapdump", "gateway", "beans", "shutdown", "loggers", "configprops"}) {
            assertThat(ask("GET", "/actuator/" + closed).status()).as(closed).isEqualTo(404);
        }
    }

    /** A2: of ours there are no others either where all are exposed. */
    @Test
    @Tag("hardening-A2")
    @Tag("extensions")
    void exposingAllEndpointsAddsNoOtherLarderEndpoint() {
        try (GatewayFixture gateway = OperatorClient.admitted(
                        GatewayFixture.inJvm().origin(STAGE.origin()))
                .property("management.endpoints.web.exposure.include", "*")
                .start()) {
            assertThat(links(OperatorClient.of(gateway)))
                    .contains("/actuator/env")
                    .filteredOn(link -> link.contains("larder"))
                    .containsExactly(
                            "/actuator/larder",
                            "/actuator/larder/{view}",
                            "/actuator/larderadvisor",
                            "/actuator/larderdryrun",
                            "/actuator/larderttl");
        }
    }

    private static TreeSet<String> links(OperatorClient operator) {
        TreeSet<String> links = new TreeSet<>();
        try (RawClient client = RawClient.connect(operator.port())) {
            String answer = client.request("GET", "/actuator").read().content();
            LINK.matcher(answer).results().forEach(link -> links.add(link.group(1)));
        }
        return links;
    }

    /** A1: whose name it is could let it lead to this port, and then read by a browser on this machine what is there. */
    @ParameterizedTest
    @ValueSource(strings = {"evil.test", "localhost.evil.test", "127.0.0.1.evil.test:9090", "evil.test:9090"})
    @Tag("hardening-A1")
    @Tag("extensions")
    void rejectsRequestWithUnknownHost(String host) {
        STAGE.origin().on(path, ResponseScript.ok("stored", "Cache-Control", "max-age=60"));
        STAGE.get(path);
        for (String target : new String[] {"", "/key?url=http://a.test/", "advisor", "ttl", "dryrun"}) {
            refused(ask("GET", "/actuator/larder" + target, "Host", host));
        }
        String order = "{\"purge\":\"everything\"}";
        try (RawClient client =
                RawClient.connect(OperatorClient.of(STAGE.gateway()).port())) {
            String length = Integer.toString(order.length());
            RawFields fields = RawFields.of("Host", host, "Content-Type", "application/json", "Content-Length", length);
            refused(client.send(RawClient.head("POST", "/actuator/larder", fields) + order)
                    .read("POST"));
        }
        assertThat(STAGE.get(path).hit()).isTrue();
        assertThat(ask("GET", "/actuator/health", "Host", host).status()).isNotEqualTo(403);
    }

    private static void refused(ReceivedResponse response) {
        assertThat(response.status()).isEqualTo(403);
        assertThat(response.field("Content-Type")).isEqualTo("application/problem+json");
        assertThat(response.content()).contains("larder.actuate.hosts");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"localhost", "LOCALHOST:9090", "127.0.0.1:9090", "[::1]:9090", "admin.test", "Admin.test:9090"})
    @Tag("hardening-A1")
    void acceptsLoopbackAddressesAndConfiguredHosts(String host) {
        assertThat(ask("GET", "/actuator/larder", "Host", host).status()).isEqualTo(200);
    }

    /** R10: as users run it, nobody else on the network reaches what operators have. */
    @Test
    @Tag("hardening-A1")
    void managementPortListensOnLoopbackByDefault() throws Exception {
        int port = FreePorts.free();
        try (GatewayFixture gateway = GatewayFixture.process()
                .origin(STAGE.origin())
                .property("management.server.port", port)
                .property("management.endpoints.web.exposure.include", "larder")
                .start()) {
            assertThat(gateway.log().await(0, line -> line.contains("started on port " + port), 60))
                    .isNotNull();
            assertThat(new OperatorClient(port).look("").status()).isEqualTo(200);
            InetAddress other = InetAddress.getByName("127.0.0.2");
            assertThatThrownBy(() -> RawClient.connect(other, port).close())
                    .hasRootCauseInstanceOf(ConnectException.class);
        }
    }

    /** A3, A4: what is to be purged is a name; it is neither evaluated nor fetched. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:{port}/secret",
                "http://user@127.0.0.1:{port}/secret",
                "//127.0.0.1:{port}/secret",
                "http://169.254.169.254/latest/",
                "file:///etc/passwd",
                "gopher://127.0.0.1:{port}/_x",
                "#{T(java.lang.Runtime).getRuntime().exec('x')}",
                "${java.version}"
            })
    @Tag("hardening-A3")
    @Tag("hardening-A4")
    void purgeArgumentIsNeitherEvaluatedNorFetched(String value) {
        try (ScriptedOrigin other = ScriptedOrigin.start()) {
            String named = value.replace("{port}", Integer.toString(other.port()));
            for (String kind : new String[] {"url", "tag", "pool", "prefix", "pattern"}) {
                ReceivedResponse answer = OperatorClient.of(STAGE.gateway()).purge(kind, named);
                assertThat(answer.status()).as("%s %s", kind, named).isIn(200, 400);
                assertThat(answer.content()).doesNotContain(System.getProperty("java.version"));
            }
            assertThat(OperatorClient.of(STAGE.gateway())
                            .look("/key?url=" + named)
                            .status())
                    .isIn(400, 404);
            assertThat(other.connections()).isZero();
        }
    }

    /** A5: a form of another site's page cannot be JSON. */
    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"})
    @Tag("hardening-A5")
    void rejectsPurgeWithFormMediaType(String type) {
        STAGE.origin().on(path, ResponseScript.ok("stored", "Cache-Control", "max-age=60"));
        STAGE.get(path);
        String order = "{\"purge\":\"everything\"}";
        RawFields fields = RawFields.of(
                "Host", "localhost", "Content-Type", type, "Content-Length", Integer.toString(order.length()));
        try (RawClient client =
                RawClient.connect(OperatorClient.of(STAGE.gateway()).port())) {
            client.send(RawClient.head("POST", "/actuator/larder", fields) + order);
            assertThat(client.read("POST").status()).isEqualTo(415);
        }
        assertThat(STAGE.get(path).hit()).isTrue();
    }

    private static ReceivedResponse ask(String method, String target, String... fields) {
        try (RawClient client =
                RawClient.connect(OperatorClient.of(STAGE.gateway()).port())) {
            return client.request(method, target, fields).read(method);
        }
    }
}
