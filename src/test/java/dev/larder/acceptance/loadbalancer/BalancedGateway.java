package dev.larder.acceptance.loadbalancer;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawField;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.gateway.connection.HitPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A gateway with routes to services: with a cache below {@code /cached/service}, without below {@code /plain/service}. */
final class BalancedGateway implements AutoCloseable {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[%d].";
    private static final String INSTANCES = "spring.cloud.discovery.client.simple.instances.";
    private static final String CLIENTS = "spring.cloud.loadbalancer.clients.";
    private static final List<String> SERVICES = List.of(
            "lb://service",
            "lb:http://prefixed",
            "lb://half",
            "lb://nobody",
            "lb://sticky",
            "lb://elsewhere",
            "lb://never");

    private final ScriptedOrigin one = ScriptedOrigin.start();
    private final ScriptedOrigin two = ScriptedOrigin.start();
    private final ScriptedOrigin down = ScriptedOrigin.start();
    private final GatewayFixture gateway;

    /**
     * Starts it.
     *
     * @param forward what forwards requests: {@code native} or {@code gateway}
     */
    BalancedGateway(String forward, String... properties) {
        down.down();
        answer(one, "one");
        answer(two, "two");
        var builder = GatewayFixture.inJvm()
                .with(ChoiceConfiguration.class)
                .property("larder.hit-path", "auto")
                .property("larder.forward", forward);
        int route = 0;
        for (String service : SERVICES) {
            String name = service.replaceAll(".*/", "");
            route(builder, route++, "/cached/" + name, service, true);
            route(builder, route++, "/plain/" + name, service, false);
            if (!name.equals("nobody")) {
                builder.property(INSTANCES + name + "[0].uri", one.uri())
                        .property(INSTANCES + name + "[0].instance-id", "one")
                        .property(INSTANCES + name + "[1].uri", name.equals("half") ? down.uri() : two.uri())
                        .property(INSTANCES + name + "[1].instance-id", "two");
            }
        }
        route(builder, route, "/direct", one.uri(), true);
        builder.property(CLIENTS + "sticky.configurations", "request-based-sticky-session")
                .property(CLIENTS + "sticky.sticky-session.add-service-instance-cookie", "true")
                .property("spring.cloud.loadbalancer.hint.service", "a-hint");
        for (int i = 0; i < properties.length; i += 2) {
            builder.property(properties[i], properties[i + 1]);
        }
        gateway = builder.start();
    }

    private static void route(GatewayFixture.Builder builder, int number, String path, String uri, boolean cached) {
        String route = ROUTE.replace("%d", Integer.toString(number));
        int segments = path.split("/", -1).length - 1;
        builder.property(route + "id", path.substring(1))
                .property(route + "uri", uri)
                .property(route + "predicates[0]", "Path=" + path + "/**")
                .property(route + "filters[0]", "StripPrefix=" + segments);
        if (cached) {
            builder.property(route + "filters[1]", "Cache");
        }
    }

    private static void answer(ScriptedOrigin origin, String name) {
        origin.otherwise(request -> ResponseScript.ok(
                request.method() + " " + request.body(), "Cache-Control", "no-store", "X-Instance", name));
    }

    GatewayFixture fixture() {
        return gateway;
    }

    ScriptedOrigin one() {
        return one;
    }

    ScriptedOrigin two() {
        return two;
    }

    RawClient connect() {
        return gateway.connect();
    }

    ChoiceRecorder recorder() {
        return gateway.context().getBean(ChoiceRecorder.class);
    }

    /** Requests that were forwarded at their connection, those of this client included: when the next is answered, they count. */
    long forwarded(RawClient client) {
        client.request("GET", "/elsewhere").read();
        return gateway.context().getBean(HitPath.class).report().forwarded();
    }

    /** A GET over a fresh connection; what would have to be the same, whichever instance answers. */
    String get(String target, String... fields) {
        return text(gateway.get(target, fields));
    }

    /** Everything but times and names of instances, and the order of lines. */
    static String text(ReceivedResponse response) {
        List<String> lines = new ArrayList<>();
        for (RawField field : response.fields()) {
            boolean varies = List.of("date", "x-instance").contains(field.name().toLowerCase(Locale.ROOT))
                    || (response.status() >= 500 && field.name().equalsIgnoreCase("Content-Length"));
            lines.add(field.name() + ": " + (varies ? "" : field.value()));
        }
        lines.sort(null);
        String content = response.content().replaceAll("\"(timestamp|requestId)\":\"[^\"]*\"", "");
        return response.status() + " " + lines + " " + response.end() + "\n" + content;
    }

    /** What both instances were asked, without what names the instance, or the client's port. */
    List<String> asked() {
        List<String> asked = new ArrayList<>();
        for (ScriptedOrigin origin : List.of(one, two)) {
            for (ReceivedRequest request : origin.received()) {
                List<String> lines = new ArrayList<>();
                for (RawField field : request.fields()) {
                    String value = field.value()
                            .replaceAll("127\\.0\\.0\\.1:" + origin.port(), "instance")
                            .replaceAll("127\\.0\\.0\\.1:\\d+", "peer")
                            .replaceAll("instance-id=(one|two)", "instance-id=*");
                    lines.add(field.name().toLowerCase(Locale.ROOT) + ": " + value);
                }
                lines.sort(null);
                asked.add(request.method() + " " + request.target() + " " + lines + " " + request.body());
            }
        }
        asked.sort(null);
        return asked;
    }

    @Override
    public void close() {
        gateway.close();
        one.close();
        two.close();
        down.close();
    }
}
