package dev.larder.acceptance.kit;

import dev.larder.gateway.LarderApplication;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.boot.Banner;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.resources.LoopResources;

/** A gateway in the JVM of the tests. */
record InJvmGateway(ConfigurableApplicationContext context) implements RunningGateway {

    /** Property: the number of event loops, if it matters to a test. */
    private static final String EVENT_LOOPS = "test.event-loops";

    static {
        System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
    }

    static InJvmGateway start(
            List<String> arguments,
            List<Class<?>> configurations,
            List<ApplicationContextInitializer<GenericApplicationContext>> beans) {
        ConfigurableApplicationContext context = new SpringApplicationBuilder(LarderApplication.class)
                .sources(configurations.toArray(Class<?>[]::new))
                .initializers((ApplicationContextInitializer<GenericApplicationContext>) InJvmGateway::ownEventLoops)
                .initializers(beans.toArray(ApplicationContextInitializer<?>[]::new))
                .properties("larder.forward=native")
                .bannerMode(Banner.Mode.OFF)
                .registerShutdownHook(false)
                .run(arguments.toArray(String[]::new));
        return new InJvmGateway(context);
    }

    /**
     * Without this, the first gateway that stops takes Reactor Netty's global event loops from all others. They end at once:
     * when the last connection is gone nothing is to come for which they would have to wait their two seconds.
     */
    private static void ownEventLoops(GenericApplicationContext context) {
        context.registerBean(ReactorResourceFactory.class, () -> {
            ReactorResourceFactory own = new ReactorResourceFactory();
            own.setUseGlobalResources(false);
            own.setShutdownQuietPeriod(Duration.ZERO);
            Integer count = context.getEnvironment().getProperty(EVENT_LOOPS, Integer.class);
            if (count != null) {
                own.setLoopResourcesSupplier(() -> LoopResources.create("gateway", count, true));
            }
            return own;
        });
    }

    @Override
    public int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    @Override
    public LogLines log() {
        return CapturedLog.LINES;
    }

    @Override
    public void collectGarbage() {
        System.gc();
    }

    @Override
    public List<String> labels() {
        return context.isActive()
                ? context.getBeansOfType(MeterRegistry.class).values().stream()
                        .flatMap(registry -> registry.getMeters().stream())
                        .map(meter -> meter.getId().toString())
                        .toList()
                : List.of();
    }

    /** Fails if buffers are lost: the next gateway in this JVM would be blamed for them. */
    @Override
    public void close() {
        int mark = log().mark();
        context.close();
        LostBuffers.report();
        String lost = log().since(mark).stream()
                .filter(line -> line.contains("LEAK:"))
                .collect(Collectors.joining("\n"));
        if (!lost.isEmpty()) {
            throw new AssertionError("a gateway of this JVM, its origin or its clients have lost buffers:\n" + lost);
        }
    }
}
