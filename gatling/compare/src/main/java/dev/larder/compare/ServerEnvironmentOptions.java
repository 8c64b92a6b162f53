package dev.larder.compare;

import dev.larder.compare.peer.JavaCommandLine;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** Where the servers run, and with what. */
final class ServerEnvironmentOptions {

    @Option(names = "--server-core", defaultValue = "0", description = "The core of all servers.")
    private int serverCore;

    @Option(names = "--load-core", defaultValue = "1", description = "The core of the generator and of the origin.")
    private int loadCore;

    @Option(
            names = "--jvm-options",
            split = " ",
            paramLabel = "OPTION",
            defaultValue = "-XX:+UseSerialGC -Xms1g -Xmx1g -Dreactor.netty.ioWorkerCount=1",
            description = "Of all JVM servers.")
    private List<String> jvmOptions = List.of();

    @Option(
            names = "--larder",
            paramLabel = "JAR",
            defaultValue = "${sys:compare.home}/../../gateway/target/larder-gateway-exec.jar",
            description = "Larder's executable.")
    private Path larder = Path.of("");

    @Option(
            names = "--bare-gateway",
            paramLabel = "JAR",
            defaultValue = "${sys:compare.home}/bare-gateway/target/bare-gateway-exec.jar",
            description = "The gateway without a cache.")
    private Path bareGateway = Path.of("");

    @Option(
            names = "--local-response-cache",
            paramLabel = "JAR",
            defaultValue = "${sys:compare.home}/bare-gateway/target/bare-gateway-local-response-cache.jar",
            description = "The gateway with its own cache.")
    private Path localResponseCache = Path.of("");

    @Option(
            names = "--secured-gateway",
            paramLabel = "JAR",
            defaultValue = "${sys:compare.home}/secured-gateway/target/secured-gateway-exec.jar",
            description = "The gateway behind Spring Security, with Larder or its own cache.")
    private Path securedGateway = Path.of("");

    @Option(names = "--tls", description = "Clients use TLS; servers that are not set up with it are left out.")
    private boolean tls;

    @Option(names = "--home", hidden = true, defaultValue = "${sys:compare.home}")
    private Path home = Path.of("");

    @Option(names = "--no-install", description = "Leave out what is missing instead of installing Debian packages.")
    private boolean noInstall;

    int serverCore() {
        return serverCore;
    }

    int loadCore() {
        return loadCore;
    }

    boolean shouldInstall() {
        return !noInstall;
    }

    boolean isTlsEnabled() {
        return tls;
    }

    Path home() {
        return home;
    }

    JavaCommandLine java() {
        return new JavaCommandLine(
                jvmOptions,
                larder.normalize(),
                bareGateway.normalize(),
                localResponseCache.normalize(),
                securedGateway.normalize());
    }
}
