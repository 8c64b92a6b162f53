package dev.larder.compare.peer;

import dev.larder.compare.server.FixedJsonBody;
import dev.larder.compare.server.MinimalNettyProxy;
import dev.larder.compare.server.MinimalNettyServer;
import dev.larder.compare.server.PlainReactorNetty;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line of each server; writes the files that it names. */
final class ServerCommandLines {

    private static final Path MEMORY = Path.of("/dev/shm");

    private static final String RESPONSE_FILTER =
            "--spring.cloud.gateway.server.webflux.default-filters[0]=AddResponseHeader=X-Compared, yes";

    private final ServerEnvironment environment;
    private final int origin;
    private final int size;

    ServerCommandLines(ServerEnvironment environment, int origin, int size) {
        this.environment = environment;
        this.origin = origin;
        this.size = size;
    }

    List<String> command(ComparedServer peer, int port) throws IOException, ServerUnavailableException {
        var java = environment.java();
        if (environment.certificate().isPresent() && !peer.supportsTls()) {
            throw new ServerUnavailableException("it is not set up with TLS");
        }
        return switch (peer) {
            case RAW_NETTY -> java.mainClass(MinimalNettyServer.class, port, size);
            case RAW_NETTY_PROXY -> java.mainClass(MinimalNettyProxy.class, port, origin);
            case REACTOR_NETTY -> java.mainClass(PlainReactorNetty.class, port, size);
            case NGINX_RETURN -> nginxReturn(port);
            case NGINX -> nginx(port);
            case NGINX_PROXY -> nginxProxy(port);
            case VARNISH -> varnish(port);
            case LARDER -> larder(port);
            case LARDER_CONNECTION -> larder(port, "--larder.hit-path=connection");
            case LARDER_WEB -> larder(port, "--larder.hit-path=web");
            case LARDER_GATEWAY -> larder(port, "--larder.hit-path=gateway");
            case LARDER_FILTERED -> larder(port, RESPONSE_FILTER);
            case LARDER_DISK -> larderDisk(port);
            case LOCAL_RESPONSE_CACHE -> localResponseCache(port);
            case LOCAL_RESPONSE_CACHE_FILTERED -> localResponseCache(port, RESPONSE_FILTER);
            case LARDER_SECURED -> secured(port, "larder");
            case LOCAL_RESPONSE_CACHE_SECURED -> secured(port, "local-response-cache,without-larder");
            case BARE_GATEWAY -> gateway(java, java.bare(), port, "--compare.origin=", List.of());
        };
    }

    private List<String> larder(int port, String... more) throws ServerUnavailableException {
        return gateway(environment.java(), environment.java().larder(), port, "--larder.origin=", List.of(more));
    }

    private List<String> localResponseCache(int port, String... more) throws ServerUnavailableException {
        var options = new ArrayList<>(List.of(more));
        options.add("--spring.profiles.active=local-response-cache");
        return gateway(environment.java(), environment.java().cached(), port, "--compare.origin=", options);
    }

    private List<String> secured(int port, String profiles) throws ServerUnavailableException {
        var java = environment.java();
        return gateway(
                java, java.secured(), port, "--compare.origin=", List.of("--spring.profiles.active=" + profiles));
    }

    /** Its files lie where those of nginx do. */
    private List<String> larderDisk(int port) throws IOException, ServerUnavailableException {
        var java = environment.java().withHeap("128m");
        return gateway(
                java,
                java.larder(),
                port,
                "--larder.origin=",
                List.of(
                        "--larder.store.type=disk",
                        "--larder.disk.path=" + files(environment.directoryOf("larder-disk-" + port)),
                        "--larder.disk.max-size=4GB"));
    }

    private List<String> gateway(JavaCommandLine java, Path jar, int port, String originProperty, List<String> more)
            throws ServerUnavailableException {
        if (!Files.exists(jar)) {
            throw new ServerUnavailableException("there is no " + jar);
        }
        var command = java.jar(jar, "--server.address=127.0.0.1", "--server.port=" + port);
        command.add(originProperty + "http://127.0.0.1:" + origin);
        command.addAll(more);
        environment.certificate().ifPresent(certificate -> command.addAll(certificate.springArguments()));
        return command;
    }

    private List<String> nginxReturn(int port) throws IOException, ServerUnavailableException {
        if (size > NginxConfiguration.LONGEST_RETURN) {
            throw new ServerUnavailableException(
                    "its configuration holds at most " + NginxConfiguration.LONGEST_RETURN + " octets");
        }
        var directory = Files.createDirectories(environment.directoryOf("nginx-return-" + port));
        var body = new String(FixedJsonBody.of(size), StandardCharsets.US_ASCII);
        return nginx(directory, configuration(port).canned(directory, body));
    }

    private List<String> nginx(int port) throws IOException {
        var directory = Files.createDirectories(environment.directoryOf("nginx-" + port));
        return nginx(directory, configuration(port).cache(directory, files(directory), origin));
    }

    private NginxConfiguration configuration(int port) {
        return new NginxConfiguration(port, environment.certificate());
    }

    private List<String> nginxProxy(int port) throws IOException {
        var directory = Files.createDirectories(environment.directoryOf("nginx-proxy-" + port));
        return nginx(directory, configuration(port).proxy(directory, origin));
    }

    /** Where a cache has its files: in memory if it can be, where Debian has it, else in that directory. */
    private Path files(Path directory) throws IOException {
        var files = Files.isWritable(MEMORY)
                ? Files.createTempDirectory(MEMORY, "larder-compare-")
                : Files.createDirectories(directory);
        environment.children().deleteAtEnd(files);
        return files;
    }

    private static List<String> nginx(Path directory, String configuration) throws IOException {
        var file = Files.writeString(directory.resolve("nginx.conf"), configuration);
        return List.of("nginx", "-e", "stderr", "-p", directory.toString(), "-c", file.toString());
    }

    private List<String> varnish(int port) throws IOException {
        var directory = Files.createDirectories(environment.directoryOf("varnish-" + port));
        var vcl = Files.writeString(directory.resolve("default.vcl"), VarnishConfiguration.vcl(origin));
        return VarnishConfiguration.command(vcl, directory.resolve("work"), port);
    }
}
