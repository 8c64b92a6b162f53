package dev.larder.bufferedwrites;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the gateway is started with. */
final class GatewayArguments {

    private static final String ROUTE = "--spring.cloud.gateway.server.webflux.routes[0].";

    private GatewayArguments() {}

    /**
     * In front of an origin.
     *
     * @param directory of the writes that have been acknowledged
     * @param more as given on the command line, after these
     */
    static List<String> of(WriteMode mode, int port, String origin, Path directory, List<String> more) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.address=127.0.0.1",
                "--server.port=" + port,
                "--management.server.port=0",
                ROUTE + "id=origin",
                ROUTE + "uri=" + origin,
                ROUTE + "predicates[0]=Path=/**",
                ROUTE + "filters[0]=" + (mode == WriteMode.BULK ? "Cache=uploads" : "Cache")));
        if (mode == WriteMode.BULK) {
            arguments.add("--larder.rules.uploads.buffer.methods=POST");
            arguments.add("--larder.rules.uploads.buffer.bulk=/bulk/{path}");
            arguments.add("--larder.writes.path=" + directory);
            arguments.addAll(more);
        }
        return arguments;
    }
}
