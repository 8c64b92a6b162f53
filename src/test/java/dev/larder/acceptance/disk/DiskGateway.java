package dev.larder.acceptance.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** Gateways with a store on disk, and what the tests ask all of them. */
final class DiskGateway {

    private static final String PING = "/ping";

    private DiskGateway() {}

    /** In this JVM, with nothing but a disk. */
    static GatewayFixture.Builder inJvm(ScriptedOrigin origin, Path folder) {
        return alone(GatewayFixture.inJvm(), origin, folder);
    }

    /** In a process that compiles little, with nothing but a disk. */
    static GatewayFixture.Builder process(ScriptedOrigin origin, Path folder) {
        return alone(GatewayFixture.process(), origin, folder);
    }

    /** With memory in front of the disk. */
    static GatewayFixture.Builder behindMemory(GatewayFixture.Builder builder, Path folder) {
        return builder.property("larder.store.tiers", "memory,disk").property("larder.disk.path", folder);
    }

    /** One request that is neither stored nor slow. */
    static void ping(GatewayFixture gateway, ScriptedOrigin origin) {
        origin.on(PING, ResponseScript.ok("pong", "Cache-Control", "no-store"));
        if (!gateway.get(PING).content().equals("pong")) {
            throw new AssertionError("the gateway does not answer any more");
        }
    }

    /** Waits until a response of this length is stored: its file is whole before the index knows of it. */
    static void awaitStored(
            GatewayFixture gateway, ScriptedOrigin origin, DiskStoreFolder folder, String path, long length) {
        Predicate<List<Long>> stored = sizes -> {
            gateway.expect(504);
            return sizes.contains(length)
                    && gateway.head(path, "Cache-Control", "only-if-cached").hit();
        };
        assertThat(folder.await(stored, () -> ping(gateway, origin))).contains(length);
    }

    /** The warnings about a disk behind that mark of the gateway's log. */
    static List<String> warnings(GatewayFixture gateway, int mark) {
        return gateway.log().since(mark).stream()
                .filter(line -> line.contains(" WARN "))
                .filter(line -> line.toLowerCase(Locale.ROOT).contains("disk"))
                .toList();
    }

    private static GatewayFixture.Builder alone(GatewayFixture.Builder builder, ScriptedOrigin origin, Path folder) {
        return builder.origin(origin).property("larder.store.type", "disk").property("larder.disk.path", folder);
    }
}
