package dev.larder.experiments.rig;

import java.util.List;
import java.util.stream.Stream;

/**
 * A server that an experiment needs, as data: two that are equal are one process. A name in braces in an argument is a port
 * that is free: the same for the same name; {@code {scratch}} is a directory.
 *
 * @param name which is also that of the port of its gateway
 * @param listens name of the port where it is asked
 * @param kind which program it is
 * @param arguments beside those that its kind has
 */
public record ServerSpecification(String name, String listens, Kind kind, List<String> arguments) {

    /** The demo origin alone; what it waits by itself is half a millisecond, and more where a query says so. */
    public static final ServerSpecification ORIGIN = demo("demo", "origin", 0);

    /** The same with a bound: as many requests at once as a usual pool has connections to a database. */
    public static final ServerSpecification DATABASE = demo("bounded-demo", "database", 16);

    /** Which program a server is. */
    public enum Kind {
        /** Larder's executable. */
        LARDER,
        /** Spring Cloud Gateway as it comes. */
        BARE_GATEWAY
    }

    private static ServerSpecification demo(String name, String listens, int connections) {
        return new ServerSpecification(
                name,
                listens,
                Kind.LARDER,
                List.of(
                        "--spring.profiles.active=demo",
                        "--larder.demo.port={" + listens + "}",
                        "--larder.demo.connections=" + connections,
                        "--larder.demo.latency=500us",
                        "--larder.store.max-size=16MB",
                        "--larder.demo.max-age=3600s"));
    }

    /** A gateway without a cache before an origin. */
    public static ServerSpecification bareGateway(ServerSpecification origin) {
        var name = "bare-gateway-before-" + origin.listens();
        return new ServerSpecification(
                name, name, Kind.BARE_GATEWAY, List.of("--compare.origin=http://127.0.0.1:{" + origin.listens() + "}"));
    }

    /** Larder before an origin. */
    public static ServerSpecification larder(ServerSpecification origin, String name, List<String> arguments) {
        return larderBefore(origin.listens(), name, arguments);
    }

    /** Larder before whatever listens on the port of that name, with a management port of its own that purges. */
    public static ServerSpecification larderBefore(String port, String name, List<String> arguments) {
        var own = Stream.of(
                "--larder.origin=http://127.0.0.1:{" + port + "}",
                "--management.server.port={" + name + "-management}",
                "--management.endpoints.web.exposure.include=larder",
                "--larder.actuate.write-enabled=true");
        return new ServerSpecification(
                name, name, Kind.LARDER, Stream.concat(own, arguments.stream()).toList());
    }

    /** Whether it is an origin, which stands where the load is made. */
    boolean isOrigin() {
        return !listens.equals(name);
    }
}
