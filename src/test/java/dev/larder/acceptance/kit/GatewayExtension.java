package dev.larder.acceptance.kit;

import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * An origin and a gateway in front of it for the tests of a class. After each test a request over a fresh connection must
 * be answered, and the gateway must have kept its countenance.
 */
public final class GatewayExtension
        implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {

    private static final String ALIVE = "/alive";

    private final UnaryOperator<GatewayFixture.Builder> setting;
    private final boolean shared;
    private Setting current = Setting.NONE;

    private GatewayExtension(UnaryOperator<GatewayFixture.Builder> setting, boolean shared) {
        this.setting = setting;
        this.shared = shared;
    }

    /** The stage that all classes share which need nothing but {@code larder.origin}. */
    public static GatewayExtension shared() {
        return new GatewayExtension(builder -> builder, true);
    }

    /** A stage of its own, in this JVM, with these additions. */
    public static GatewayExtension with(UnaryOperator<GatewayFixture.Builder> additions) {
        return new GatewayExtension(additions, false);
    }

    /** The origin. */
    public ScriptedOrigin origin() {
        return current.origin();
    }

    /** The gateway. */
    public GatewayFixture gateway() {
        return current.gateway();
    }

    /** A GET over a fresh connection. */
    public ReceivedResponse get(String target, String... fields) {
        return gateway().get(target, fields);
    }

    /** Waits until the gateway has read what was sent: connections go round its event loops, and each loop in turn. */
    public void awaitReading() {
        for (int i = 0; i < 2 * Math.max(4, Runtime.getRuntime().availableProcessors()); i++) {
            get(ALIVE);
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        current = shared
                ? context.getRoot()
                        .getStore(ExtensionContext.Namespace.create(GatewayExtension.class))
                        .computeIfAbsent(Setting.class, key -> Setting.start(setting), Setting.class)
                : Setting.start(setting);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        gateway().disregardLog();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        ReceivedResponse alive = get(ALIVE);
        if (alive.status() != 200 || !alive.content().equals("alive")) {
            throw new AssertionError("the next request on a fresh connection got " + alive);
        }
        gateway().check();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        Setting used = current;
        // The class keeps this stage for as long as the JVM lives: not the gateway too, which each collection would
        // visit.
        current = Setting.NONE;
        if (!shared) {
            used.close();
        }
    }

    private record Setting(ScriptedOrigin origin, GatewayFixture gateway) implements AutoCloseable {

        @SuppressWarnings("NullAway")
        static final Setting NONE = new Setting(null, null);

        static Setting start(UnaryOperator<GatewayFixture.Builder> setting) {
            ScriptedOrigin origin = ScriptedOrigin.start();
            origin.on(ALIVE, ResponseScript.ok("alive", "Cache-Control", "no-store"));
            return new Setting(
                    origin, setting.apply(GatewayFixture.inJvm().origin(origin)).start());
        }

        @Override
        public void close() {
            try (origin) {
                gateway.disregardLog();
                gateway.close();
            }
        }
    }
}
