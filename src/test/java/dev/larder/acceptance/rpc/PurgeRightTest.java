package dev.larder.acceptance.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.SelfSignedKey;
import dev.larder.rpc.v1.PurgeRequest;
import io.grpc.ChannelCredentials;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;

/** Reaching the port of procedures is no right to purge: neither that of the management port, nor any other. */
class PurgeRightTest {

    private static final PurgeRequest EVERYTHING =
            PurgeRequest.newBuilder().setEverything(true).build();
    private static final String ACCESS = "management.endpoint.larder.access";
    private static final String EXPOSED = "management.endpoints.web.exposure.include";

    @ParameterizedTest
    @CsvSource({
        "larder.rpc.purge.enabled, false, PURGE_DISABLED",
        ACCESS + ", read-only, PURGE_READ_ONLY",
        EXPOSED + ", health, PURGE_NOT_EXPOSED",
        "larder.actuate.write-enabled, false, PURGE_REFUSED"
    })
    void rejectsPurgeWithReasonWhereNotAllowed(String property, String value, String why) {
        GatewayFixture.Builder builder =
                plain().property("management.server.port", 0).property("management.server.address", "127.0.0.1");
        if (!property.equals(EXPOSED)) {
            builder.property(EXPOSED, "larder");
        }
        if (!property.equals("larder.rpc.purge.enabled")) {
            builder.property("larder.rpc.purge.enabled", true);
        }
        if (!property.equals("larder.actuate.write-enabled")) {
            builder.property("larder.actuate.write-enabled", true);
        }
        try (GatewayFixture gateway = builder.property(property, value).start();
                RpcTestClient caller = RpcTestClient.of(gateway)) {
            assertRefused(caller, why);
        }
    }

    @Tag("thorough")
    @Test
    void purgeRequiresClientCertificateWhereEndpointDoes(@TempDir Path directory) throws Exception {
        SelfSignedKey keys = SelfSignedKey.made(directory.resolve("keys.p12"));
        GatewayFixture.Builder builder = allowed(bundle(plain(), keys))
                .property("management.server.ssl.bundle", "rpc")
                .property("management.server.ssl.client-auth", "need")
                .property("larder.rpc.ssl.bundle", "rpc")
                .property("larder.rpc.ssl.client-auth", "optional");
        try (GatewayFixture gateway = builder.start()) {
            try (RpcTestClient nobody = caller(gateway, CallerCredentials.trusting(keys))) {
                assertRefused(nobody, "PURGE_UNPROVEN");
            }
            try (RpcTestClient operator = caller(gateway, CallerCredentials.trusting(keys, keys))) {
                assertThat(operator.stub().purge(EVERYTHING).getEntries()).isZero();
            }
        }
    }

    @Tag("thorough")
    @Test
    void startFailsWhenPurgePermissionCannotBeProven(@TempDir Path directory) throws Exception {
        SelfSignedKey keys = SelfSignedKey.made(directory.resolve("keys.p12"));
        assertStops(allowed(plain()).property("larder.rpc.address", "0.0.0.0"), "larder.rpc.purge.enabled=true: ");
        assertStops(
                allowed(bundle(plain(), keys))
                        .property("management.server.ssl.bundle", "rpc")
                        .property("management.server.ssl.client-auth", "need"),
                "larder.rpc.purge.enabled=true: ");
    }

    @Tag("thorough")
    @Test
    void startFailsWhenClientCertificatesCannotBeVerified(@TempDir Path directory) throws Exception {
        SelfSignedKey keys = SelfSignedKey.made(directory.resolve("keys.p12"));
        assertStops(
                plain().property("larder.rpc.ssl.client-auth", "require"),
                "larder.rpc.ssl.client-auth=require: without TLS");
        assertStops(
                plain().property("spring.ssl.bundle.jks.rpc.keystore.location", "file:" + keys.file())
                        .property("spring.ssl.bundle.jks.rpc.keystore.password", SelfSignedKey.PASSWORD)
                        .property("larder.rpc.ssl.bundle", "rpc")
                        .property("larder.rpc.ssl.client-auth", "require"),
                "larder.rpc.ssl.client-auth=require: the SSL bundle has no trust store");
    }

    @Tag("thorough")
    @Test
    void startFailsWhenStoreIsNamedNone() {
        assertStops(
                plain().property("larder.stores.none.type", "gdsf")
                        .property("larder.rules.a.paths", "/a")
                        .property("larder.rules.a.store", "none"),
                "larder.stores.none=none: ");
    }

    private static void assertStops(GatewayFixture.Builder builder, String message) {
        assertThatThrownBy(() -> builder.start().close()).rootCause().hasMessageStartingWith(message);
    }

    private static void assertRefused(RpcTestClient caller, String why) {
        StatusRuntimeException refused = catchThrowableOfType(
                StatusRuntimeException.class, () -> caller.stub().purge(EVERYTHING));
        assertThat(refused).isNotNull();
        assertThat(refused.getStatus().getCode()).isEqualTo(Code.PERMISSION_DENIED);
        assertThat(refused.getStatus().getDescription()).startsWith(why + ": ");
    }

    private static GatewayFixture.Builder plain() {
        return GatewayFixture.inJvm()
                .property("larder.origin", "http://127.0.0.1:9")
                .property("larder.rpc.enabled", true)
                .property("larder.rpc.port", 0);
    }

    private static GatewayFixture.Builder allowed(GatewayFixture.Builder builder) {
        return OperatorClient.admitted(builder)
                .property("larder.actuate.write-enabled", true)
                .property("larder.rpc.purge.enabled", true);
    }

    private static GatewayFixture.Builder bundle(GatewayFixture.Builder builder, SelfSignedKey keys) {
        String bundle = "spring.ssl.bundle.jks.rpc.";
        return builder.property(bundle + "keystore.location", "file:" + keys.file())
                .property(bundle + "keystore.password", SelfSignedKey.PASSWORD)
                .property(bundle + "truststore.location", "file:" + keys.file())
                .property(bundle + "truststore.password", SelfSignedKey.PASSWORD);
    }

    private static RpcTestClient caller(GatewayFixture gateway, ChannelCredentials credentials) {
        return RpcTestClient.at(
                gateway.context().getBean(GrpcServerLifecycle.class).getPort(), credentials);
    }
}
