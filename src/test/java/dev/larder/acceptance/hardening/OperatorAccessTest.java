package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.larder.acceptance.kit.CanarySecrets;
import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.TestClock;
import dev.larder.acceptance.kit.UniquePath;
import dev.larder.gateway.actuate.access.OperatorActionLimit;
import dev.larder.gateway.connection.HitLevel;
import dev.larder.gateway.connection.HitPath;
import dev.larder.rpc.v1.DocumentCacheGrpc;
import dev.larder.rpc.v1.PurgeRequest;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;

/** A1, A6: what operators have wants a token of the scope for it, by whatever door they come, and not faster than may be. */
@Tag("extensions")
class OperatorAccessTest {

    private static final String READER = token("reader");
    private static final String PURGER = token("purger");
    private static final String EXPIRED = token("expired");
    private static final String FILE = "larder.actuate.token-file";
    private static final String PROBLEM = "application/problem+json";
    private static final String PURGE = "{\"purge\":\"pool\",\"value\":\"none\"}";
    private static final int AT_ONCE = 20;

    private static final TestClock CLOCK = new TestClock();

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> guarded(OperatorClient.admitted(builder))
            .clock(CLOCK)
            .bean(OperatorActionLimit.class, new OperatorActionLimit(AT_ONCE / 10))
            .property("larder.dashboard.enabled", true)
            .property("larder.actuate.hosts", "example.test")
            .property("larder.rpc.enabled", true)
            .property("larder.rpc.port", 0)
            .property("larder.rpc.purge.enabled", true));

    private final String path = UniquePath.next();
    private int mark;

    @BeforeEach
    void longAfterOthers() {
        CLOCK.advance(Duration.ofSeconds(10));
        mark = STAGE.gateway().log().mark();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/actuator/larder",
                "/actuator/larder/",
                "/actuator/larder/hit-path",
                "/actuator/larder/key?url=http://a.test/",
                "/actuator/larder;a=b",
                "/actuator;a=b/larder/audit",
                "/%61ctuator/%6carder",
                "/actuator/larderadvisor",
                "/actuator/larderttl",
                "/actuator/larderdryrun",
                "/larder",
                "/larder/",
                "/%6carder",
                "/larder;a=b",
                "/larder/data",
                "/larder/sections",
                "/larder/assets/page.js",
                "/larder/inspect?url=http://a.test/"
            })
    @Tag("hardening-A1")
    void rejectsRequestWithoutValidToken(String target) {
        for (String shown : List.of("none", "Bearer " + READER + "x", "Bearer " + EXPIRED, "Bearer", READER)) {
            for (String method : List.of("GET", "HEAD", "POST", "DELETE", "OPTIONS")) {
                RawFields fields = RawFields.of("X-Forwarded-For", "127.0.0.1", "Authorization", shown);
                ReceivedResponse refusal =
                        ask(method, target, shown.equals("none") ? RawFields.of("Host", "evil.test") : fields);
                assertThat(refusal.status()).as("%s %s", method, shown).isEqualTo(401);
                assertThat(refusal.field("WWW-Authenticate")).startsWith("Bearer realm=\"larder\"");
                assertThat(refusal.field("Content-Type")).isEqualTo(PROBLEM);
            }
        }
        RawFields twice = RawFields.of("Authorization", "Bearer " + READER, "Authorization", "Bearer " + READER);
        assertThat(ask("GET", target, twice).status()).isIn(400, 401);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//actuator/larder",
                "/x/../actuator/larder",
                "/actuator%2flarder",
                "/ACTUATOR/larder",
                "//larder/data"
            })
    @Tag("hardening-A1")
    void rejectsAlternativeSpellingsOfAdminPaths(String target) {
        assertThat(ask("GET", target, RawFields.NONE).status()).isIn(400, 401, 404);
    }

    @Test
    @Tag("hardening-A1")
    void ignoresTokenInQuery() {
        assertThat(ask("GET", "/actuator/larder?access_token=" + READER, RawFields.NONE)
                        .status())
                .isEqualTo(401);
    }

    @ParameterizedTest
    @CsvSource({
        "reader, GET, /actuator/larder, 200",
        "reader, HEAD, /actuator/larder, 200",
        "reader, GET, /larder/data, 200",
        "purger, GET, /actuator/larder, 403",
        "purger, GET, /larder/data, 403",
        "purger, GET, /larder, 403"
    })
    @Tag("hardening-A1")
    void tokenGrantsOnlyItsOwnScope(String name, String method, String target, int status) {
        ReceivedResponse answer = ask(method, target, bearer(token(name)));
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.field("WWW-Authenticate"))
                .isEqualTo(
                        status == 200 ? "" : "Bearer realm=\"larder\", error=\"insufficient_scope\", scope=\"read\"");
    }

    @ParameterizedTest
    @CsvSource({"/actuator/larder, reader, 403", "/actuator/larder, purger, 200", "/larder/purge, reader, 403"})
    @Tag("hardening-A1")
    void purgeRequiresPurgeScope(String target, String name, int status) {
        ReceivedResponse answer = order(target, PURGE, bearer(token(name)));
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.field("WWW-Authenticate"))
                .isEqualTo(
                        status == 200 ? "" : "Bearer realm=\"larder\", error=\"insufficient_scope\", scope=\"purge\"");
    }

    @ParameterizedTest
    @CsvSource({
        "/actuator/larder/rules, purger, 403",
        "/actuator/larder/rules/, purger, 403",
        "/actuator/larder/rules;a=b, purger, 403",
        "/actuator/larder/%72ules, purger, 403",
        "/actuator/larder/rules, reader, 403",
        "/actuator/larder/rules, ruler, 400",
        "/actuator/larder, ruler, 403"
    })
    @Tag("hardening-A1")
    void ruleChangeRequiresItsOwnScope(String target, String name, int status) {
        assertThat(order(target, "{}", bearer(token(name))).status()).isEqualTo(status);
    }

    @Test
    @Tag("hardening-A1")
    void pageAcceptsTokenAsBasicPassword() {
        assertThat(ask("GET", "/larder", RawFields.NONE).fields().all("WWW-Authenticate"))
                .containsExactly("Bearer realm=\"larder\"", "Basic realm=\"larder\", charset=\"UTF-8\"");
        assertThat(ask("GET", "/larder", basic(READER)).status()).isEqualTo(200);
        assertThat(order("/larder/purge", PURGE, basic(PURGER)).status()).isEqualTo(200);
        assertThat(ask("GET", "/larder", basic(READER + "x")).status()).isEqualTo(401);
        assertThat(ask("GET", "/actuator/larder", basic(READER)).status()).isEqualTo(401);
        assertThat(said())
                .anyMatch(line -> line.contains("purge kind=pool argument=none") && line.contains("by=purger"));
    }

    @Test
    @Tag("hardening-A8")
    void auditLogNamesTokenOwnerDespiteForgedOperator() {
        String forged = "{\"purge\":\"pool\",\"value\":\"none\",\"operator\":\"eve\"}";
        assertThat(order("/actuator/larder?operator=eve&operator=mallory", forged, bearer(PURGER))
                        .status())
                .isEqualTo(200);
        assertThat(said())
                .anyMatch(line -> line.contains("purge kind=pool argument=none") && line.contains("by=purger"));
    }

    @Test
    @Tag("hardening-A1")
    void purgeProcedureRequiresSameToken() {
        assertThat(byProcedure("none").getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
        assertThat(byProcedure("Bearer " + EXPIRED).getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
        assertThat(byProcedure("Bearer " + READER).getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
        assertThat(byProcedure("Bearer " + PURGER)).isEqualTo(Status.OK);
        assertThat(said()).anyMatch(line -> line.contains("by=purger"));
    }

    @Test
    @Tag("hardening-A6")
    void limitsPurgeRateOnEveryInterfaceWithoutAffectingHits() {
        STAGE.origin().on(path, ResponseScript.ok("stored", "Cache-Control", "max-age=60"));
        STAGE.get(path);
        for (int i = 0; i < AT_ONCE; i++) {
            assertThat(order("/actuator/larder", i % 2 == 0 ? PURGE : "{}", bearer(PURGER))
                            .status())
                    .isIn(200, 400);
        }
        for (int i = 0; i < 50; i++) {
            for (String door : List.of("/actuator/larder", "/larder/purge")) {
                ReceivedResponse refusal = order(door, "{\"purge\":\"everything\"}", bearer(PURGER));
                assertThat(refusal.status()).isEqualTo(429);
                assertThat(refusal.field("Retry-After")).isEqualTo("1");
                assertThat(refusal.field("Content-Type")).isEqualTo(PROBLEM);
                assertThat(refusal.content())
                        .contains("Larder accepts 2 orders of operators per second", "\"status\":429");
            }
        }
        Status refused = byProcedure("Bearer " + PURGER);
        assertThat(refused.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(refused.getDescription())
                .startsWith("PURGE_REFUSED: Larder accepts 2 orders of operators per second");
        assertThat(STAGE.get(path).hit()).isTrue();
        assertThat(ask("GET", "/actuator/larder", bearer(READER)).status()).isEqualTo(200);
        assertThat(said().stream().filter(line -> line.contains("operations refused: ")))
                .hasSize(1);

        CLOCK.advance(Duration.ofSeconds(1));
        assertThat(order("/actuator/larder", PURGE, bearer(PURGER)).status()).isEqualTo(200);
        assertThat(order("/larder/purge", PURGE, bearer(PURGER)).status()).isEqualTo(200);
        assertThat(order("/larder/purge", PURGE, bearer(PURGER)).status()).isEqualTo(429);
    }

    @Test
    @Tag("hardening-A6")
    void unauthenticatedRequestsDoNotUseUpRateLimit() {
        for (int i = 0; i < 2 * AT_ONCE; i++) {
            assertThat(order("/actuator/larder", PURGE, RawFields.NONE).status())
                    .isEqualTo(401);
            assertThat(byProcedure("none").getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
        }
        assertThat(said().stream().filter(line -> line.contains("operators refused: ")))
                .hasSize(1);
        assertThat(order("/actuator/larder", PURGE, bearer(PURGER)).status()).isEqualTo(200);
    }

    /** An application has its actuator on its own port; there the gate keeps nobody from answering hits as early as ever. */
    @Test
    void accessControlOnApplicationPortKeepsConnectionLevelHits() {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = guarded(GatewayFixture.inJvm().origin(origin))
                        .property("management.endpoints.web.exposure.include", "larderttl")
                        .property("larder.hit-path", "connection")
                        .start()) {
            origin.on(path, ResponseScript.ok("stored", "Cache-Control", "max-age=60"));
            origin.on("/larder/own", ResponseScript.ok("the origin's own", "Cache-Control", "no-store"));
            gateway.get(path);
            assertThat(gateway.get(path).hit()).isTrue();
            assertThat(gateway.context().getBean(HitPath.class).report().hits().get(HitLevel.CONNECTION))
                    .isPositive();
            assertThat(gateway.get("/larder/own").content()).isEqualTo("the origin's own");
            assertThat(gateway.get("/actuator/larderttl").status()).isEqualTo(401);
            assertThat(gateway.get("/actuator/larderttl", "Authorization", "Bearer " + READER)
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    @Tag("hardening-A1")
    void startFailsWhenTokenFileIsReadableByOthers() throws IOException {
        Path file = tokens();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThatThrownBy(() -> OperatorClient.admitted(GatewayFixture.inJvm())
                        .property("larder.origin", "http://127.0.0.1:9")
                        .property(FILE, file)
                        .start()
                        .close())
                .rootCause()
                .hasMessageStartingWith(FILE + "=" + file + ": others than its owner can get at it (rw-r-----). ")
                .hasMessageNotContaining(CanarySecrets.CANARY);
        STAGE.gateway().disregardLog();
    }

    private List<String> said() {
        return STAGE.gateway().log().since(mark).stream()
                .filter(line -> line.contains("dev.larder.gateway.audit"))
                .toList();
    }

    private static GatewayFixture.Builder guarded(GatewayFixture.Builder builder) {
        return builder.property(FILE, tokens()).property("larder.actuate.write-enabled", true);
    }

    private static String token(String name) {
        return CanarySecrets.CANARY + "-" + name + "-" + "0123456789abcdef".repeat(2);
    }

    private static Path tokens() {
        try {
            Path file = Files.createTempFile(Files.createDirectories(Path.of("target")), "tokens", "");
            file.toFile().deleteOnExit();
            return Files.write(
                    file,
                    List.of(
                            "# name token scopes until",
                            "reader " + READER + " read",
                            "purger  " + PURGER + "\tpurge,writes",
                            "ruler " + token("ruler") + " rules",
                            "",
                            "expired " + EXPIRED + " read,purge,writes 2020-12-31"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RawFields bearer(String token) {
        return RawFields.of("Authorization", "Bearer " + token);
    }

    private static RawFields basic(String password) {
        byte[] pair = ("anybody:" + password).getBytes(StandardCharsets.UTF_8);
        return RawFields.of("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
    }

    private static ReceivedResponse ask(String method, String target, RawFields fields) {
        return send(method, target, fields, "");
    }

    private static ReceivedResponse order(String target, String json, RawFields fields) {
        return send("POST", target, fields.and(RawFields.of("Content-Type", "application/json")), json);
    }

    private static ReceivedResponse send(String method, String target, RawFields fields, String content) {
        RawFields all = content.isEmpty()
                ? fields
                : fields.and(RawFields.of("Content-Length", Integer.toString(content.length())));
        try (RawClient client =
                RawClient.connect(OperatorClient.of(STAGE.gateway()).port())) {
            return client.send(RawClient.head(method, target, all) + content).read(method);
        }
    }

    private static Status byProcedure(String authorization) {
        int port = STAGE.gateway().context().getBean(GrpcServerLifecycle.class).getPort();
        ManagedChannel channel = Grpc.newChannelBuilder("127.0.0.1:" + port, InsecureChannelCredentials.create())
                .build();
        var fields = new Metadata();
        if (!authorization.equals("none")) {
            fields.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), authorization);
        }
        try {
            var stub = DocumentCacheGrpc.newBlockingStub(channel)
                    .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(fields));
            StatusRuntimeException refused = catchThrowableOfType(
                    StatusRuntimeException.class,
                    () -> stub.purge(PurgeRequest.newBuilder().setPool("none").build()));
            return refused == null ? Status.OK : refused.getStatus();
        } finally {
            channel.shutdownNow();
        }
    }
}
