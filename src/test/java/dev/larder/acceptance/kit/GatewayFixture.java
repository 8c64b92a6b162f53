package dev.larder.acceptance.kit;

import dev.larder.gateway.message.LarderClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.cloud.gateway.event.RefreshRoutesEvent;
import org.springframework.cloud.gateway.event.RefreshRoutesResultEvent;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/**
 * A running Larder between a test's client and its origin. Closing it, and {@link #check}, fail if it leaked a buffer,
 * logged an error or answered 5xx where the test did not {@link #expect} that.
 */
public final class GatewayFixture implements AutoCloseable {

    private static final int LINE = 3000;
    private static final int FOLLOWING = 60;
    private static final String LEAK_CHECK = "/leak-check";

    private final RunningGateway running;
    private final ConcurrentLinkedQueue<Integer> serverErrors = new ConcurrentLinkedQueue<>();
    private final Set<Integer> expected = ConcurrentHashMap.newKeySet();
    private final Set<String> expectedErrors = ConcurrentHashMap.newKeySet();
    private int checked;

    private GatewayFixture(RunningGateway running, int logMark) {
        this.running = running;
        this.checked = logMark;
    }

    /** A gateway in this JVM. */
    public static Builder inJvm() {
        return new Builder(List.of());
    }

    /** In a process of its own, in the form that starts soonest. */
    public static Builder process() {
        return new Builder(SeparateProcessGateway.unpacked());
    }

    /** In a process of its own, which these arguments of a JVM start. */
    public static Builder process(List<String> java) {
        return new Builder(java);
    }

    /** In a process of its own, as users run it: the executable jar. */
    public static Builder executable() {
        return new Builder(SeparateProcessGateway.executable());
    }

    /** What all gateways in this JVM have logged, those included that did not start. */
    public static LogLines inJvmLog() {
        return CapturedLog.LINES;
    }

    /** The port it serves. */
    public int port() {
        return running.port();
    }

    /** What it has logged. */
    public LogLines log() {
        return running.log();
    }

    /** Its application context; only of a gateway in this JVM. */
    public ConfigurableApplicationContext context() {
        return ((InJvmGateway) running).context();
    }

    /** A fresh connection to it. */
    public RawClient connect() {
        return connect(0);
    }

    /** A fresh connection to it with so small a receive buffer (bytes). */
    public RawClient connect(int receiveBuffer) {
        return RawClient.connect(port(), receiveBuffer, this::observe);
    }

    /** A GET over a fresh connection. */
    public ReceivedResponse get(String target, String... fields) {
        return ask("GET", target, fields);
    }

    /** A HEAD over a fresh connection. */
    public ReceivedResponse head(String target, String... fields) {
        return ask("HEAD", target, fields);
    }

    /** A request without content over a fresh connection. */
    public ReceivedResponse ask(String method, String target, String... fields) {
        try (RawClient client = connect()) {
            return client.request(method, target, fields).read(method);
        }
    }

    /** A request with that content over a fresh connection. */
    public ReceivedResponse send(String method, String target, String content, String... fields) {
        RawFields length = RawFields.of("Content-Length", Integer.toString(content.length()));
        try (RawClient client = connect()) {
            return client.send(
                            RawClient.head(method, target, RawFields.of(fields).and(length)) + content)
                    .read(method);
        }
    }

    /** These statuses of 500 and above are what the test is about, until the next check. */
    public GatewayFixture expect(int... statuses) {
        Arrays.stream(statuses).forEach(expected::add);
        return this;
    }

    /** Logged errors with this text are not the gateway's own, until the next check. */
    public GatewayFixture expectLogged(String text) {
        expectedErrors.add(text);
        return this;
    }

    /** What stands in the log by now is another test's business: gateways in one JVM share it. */
    public void disregardLog() {
        checked = log().mark();
    }

    /** Has its routes made anew, and waits until they are in use; only of a gateway in this JVM. */
    public void refreshRoutes() {
        CountDownLatch refreshed = new CountDownLatch(1);
        ApplicationListener<RefreshRoutesResultEvent> listener = event -> refreshed.countDown();
        context().addApplicationListener(listener);
        context().publishEvent(new RefreshRoutesEvent(this));
        try {
            if (!refreshed.await(10, TimeUnit.SECONDS)) {
                throw new AssertionError("the routes were not refreshed within 10 s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            context().removeApplicationListener(listener);
        }
    }

    /** Fails if anything went wrong since the last check. */
    public void check() {
        List<String> said = log().since(checked);
        List<String> bad = said.stream()
                .filter(GatewayFixture::bad)
                .filter(line -> expectedErrors.stream().noneMatch(line::contains))
                .map(line -> line.substring(0, Math.min(line.length(), LINE)))
                .toList();
        said.forEach(line -> CanarySecrets.assertNone("the gateway logged", line));
        checked = log().mark();
        List<Integer> unexpected = serverErrors.stream()
                .filter(status -> !expected.contains(status))
                .toList();
        serverErrors.clear();
        expected.clear();
        expectedErrors.clear();
        if (!bad.isEmpty()) {
            throw new AssertionError("the gateway logged errors:\n" + String.join("\n", bad) + "\n" + context(said));
        }
        if (!unexpected.isEmpty()) {
            throw new AssertionError("the gateway answered " + unexpected + "\n" + String.join("\n", said));
        }
    }

    /** The first of the bad lines, and what follows it; not the requests by which a lost buffer is sought. */
    private static String context(List<String> said) {
        return said.stream()
                .dropWhile(line -> !bad(line))
                .filter(line -> !line.contains(LEAK_CHECK))
                .limit(FOLLOWING)
                .collect(Collectors.joining("\n"));
    }

    /** Has lost buffers reported: collects garbage, then allocates, which is when Netty looks. */
    public void seekLeaks() {
        for (int round = 0; round < 3; round++) {
            running.collectGarbage();
            for (int i = 0; i < 20; i++) {
                ask("GET", LEAK_CHECK, "Cache-Control", "no-store");
            }
        }
    }

    /** How much of the heap is in use once garbage has been collected (bytes); only of a process. */
    public long heapInUse() {
        running.collectGarbage();
        long used = ((SeparateProcessGateway) running).heapUsed();
        if (used == 0) {
            throw new AssertionError("jcmd did not say how much of the heap is in use");
        }
        return used;
    }

    /** Its process id; only of a process. */
    public long pid() {
        return ((SeparateProcessGateway) running).pid();
    }

    /** Ends it as {@code kill -9} does; only of a process. */
    public void kill() {
        ((SeparateProcessGateway) running).kill();
    }

    @Override
    public void close() {
        try (running) {
            running.labels().forEach(label -> CanarySecrets.assertNone("a meter has", label));
            check();
        }
    }

    private void observe(ReceivedResponse head) {
        if (head.status() >= 500) {
            serverErrors.add(head.status());
        }
    }

    private static boolean bad(String line) {
        return line.contains("LEAK:") || line.contains(" ERROR ");
    }

    /** What a gateway is started with. */
    public static final class Builder {

        private static final String STORE_TYPE = "larder.store.type";
        private static final String DISK_PATH = "--larder.disk.path=";
        private static final String AUDIT = "--larder.audit.";
        private static final String HIT_PATH = "larder.hit-path";

        private final List<String> jar;
        private boolean bare;
        private boolean byRoutes;
        private final List<String> arguments = new ArrayList<>();
        private final List<String> prefix = new ArrayList<>();
        private final List<String> jvmFlags = new ArrayList<>();
        private final List<Class<?>> configurations = new ArrayList<>();
        private final List<ApplicationContextInitializer<GenericApplicationContext>> beans = new ArrayList<>();

        private Builder(List<String> jar) {
            this.jar = jar;
        }

        /** Sends everything to that origin by one cached route. */
        public Builder origin(ScriptedOrigin origin) {
            return property("larder.origin", origin.uri());
        }

        /** Sends everything to the origin by one route with these filters. */
        public Builder route(String... filters) {
            String route = "spring.cloud.gateway.server.webflux.routes[0].";
            for (int i = 0; i < filters.length; i++) {
                property(route + "filters[" + i + "]", filters[i]);
            }
            return property(route + "id", "service")
                    .property(route + "uri", "${larder.origin}")
                    .property(route + "predicates[0]", "Path=/**");
        }

        /** A property, as a command line argument. */
        public Builder property(String name, Object value) {
            arguments.add("--" + name + "=" + value);
            return this;
        }

        /** Words before the command of a process, such as those that choose where it runs; they must end as that command. */
        public Builder prefix(List<String> words) {
            prefix.addAll(words);
            return this;
        }

        /** A flag for the JVM of a process. */
        public Builder jvmFlag(String flag) {
            jvmFlags.add(flag);
            return this;
        }

        /** An additional configuration class; only in this JVM. */
        public Builder with(Class<?> configuration) {
            configurations.add(configuration);
            return this;
        }

        /** Gives it that clock; only in this JVM. */
        public Builder clock(LarderClock clock) {
            beans.add(context -> context.registerBean(
                    "testClock", LarderClock.class, () -> clock, definition -> definition.setPrimary(true)));
            return this;
        }

        /** An additional bean, which takes the place of a default; only in this JVM. */
        public <T> Builder bean(Class<T> type, T bean) {
            beans.add(context -> context.registerBean("test" + type.getSimpleName(), type, () -> bean));
            return this;
        }

        /** Gives it no arguments but those of the test, not even a port and an address. */
        public Builder bare() {
            bare = true;
            return this;
        }

        /** Says that its configuration has every request go by its route: no earlier level can be chosen for it. */
        public Builder byRoutes() {
            byRoutes = true;
            return this;
        }

        /** Starts it on a free port of the loopback and waits until it serves. */
        public GatewayFixture start() {
            int mark = jar.isEmpty() ? CapturedLog.LINES.mark() : 0;
            List<String> all =
                    new ArrayList<>(bare ? List.of() : List.of("--server.port=0", "--server.address=127.0.0.1"));
            all.addAll(arguments);
            storeType().ifPresent(all::add);
            diskPath(all).ifPresent(all::add);
            hitPath().ifPresent(all::add);
            return new GatewayFixture(
                    jar.isEmpty()
                            ? InJvmGateway.start(all, configurations, beans)
                            : SeparateProcessGateway.start(prefix, jvm(), all),
                    mark);
        }

        private List<String> jvm() {
            return Stream.concat(jvmFlags.stream(), jar.stream()).toList();
        }

        /** The store of this run ({@code -Dlarder.store.type=X}), for tests that do not choose one. */
        private Optional<String> storeType() {
            boolean chosen = arguments.stream().anyMatch(argument -> argument.startsWith("--" + STORE_TYPE + "="));
            return chosen || bare
                    ? Optional.empty()
                    : Optional.ofNullable(System.getProperty(STORE_TYPE)).map(type -> "--" + STORE_TYPE + "=" + type);
        }

        /** A new folder below that of the build, for tests on a disk that do not choose one. */
        private static Optional<String> diskPath(List<String> all) {
            return all.contains("--" + STORE_TYPE + "=disk")
                            && all.stream().noneMatch(argument -> argument.startsWith(DISK_PATH))
                    ? Optional.of(DISK_PATH + newFolder())
                    : Optional.empty();
        }

        private static Path newFolder() {
            try {
                return Files.createTempDirectory(Files.createDirectories(Path.of("target")), "larder-cache-");
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }

        /**
         * The earliest level at which this run answers hits ({@code -Dlarder.acceptance.level=gateway|web|connection}), for
         * tests that do not choose one and whose configurations do not stand in its way.
         */
        private Optional<String> hitPath() {
            boolean chosen = arguments.stream()
                    .anyMatch(argument -> argument.startsWith("--" + HIT_PATH + "=") || argument.startsWith(AUDIT));
            return Optional.ofNullable(System.getProperty("larder.acceptance.level"))
                    .filter(level ->
                            !chosen && !bare && (level.equals("gateway") || configurations.isEmpty() && !byRoutes))
                    .map(level -> "--" + HIT_PATH + "=" + level);
        }

        /** Starts the process with the given arguments only and returns its exit code and output, one line each. */
        public Exit startExpectingExit() {
            SeparateProcessGateway launched = SeparateProcessGateway.launch(prefix, jvm(), arguments);
            try {
                int code = launched.awaitExit();
                return new Exit(code, launched.log().since(0));
            } finally {
                launched.close();
            }
        }
    }

    /** How a process that did not start ended: its exit code and its output. */
    public record Exit(int code, List<String> output) {}
}
