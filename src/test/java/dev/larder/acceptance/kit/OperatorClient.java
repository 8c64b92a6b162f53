package dev.larder.acceptance.kit;

/** Whoever reaches the management port of a gateway in this JVM. */
public record OperatorClient(int port) {

    private static final String HERE = "localhost";

    /** What a gateway with the endpoint {@code larder} on a free management port of the loopback is started with. */
    public static GatewayFixture.Builder admitted(GatewayFixture.Builder builder) {
        return builder.property("management.server.port", 0)
                .property("management.server.address", "127.0.0.1")
                .property(
                        "management.endpoints.web.exposure.include",
                        "larder,larderwrites,larderdryrun,larderttl,larderadvisor");
    }

    /** The operator of a gateway that was started so. */
    public static OperatorClient of(GatewayFixture gateway) {
        return new OperatorClient(
                gateway.context().getEnvironment().getRequiredProperty("local.management.port", Integer.class));
    }

    /** GET of the endpoint, or of what is below it. */
    public ReceivedResponse look(String below) {
        try (RawClient client = RawClient.connect(port)) {
            return client.request("GET", "/actuator/larder" + below, "Host", HERE)
                    .read();
        }
    }

    /** POST of that JSON to the endpoint. */
    public ReceivedResponse tell(String json) {
        return tell("/actuator/larder", json);
    }

    /** POST of that JSON to that endpoint. */
    public ReceivedResponse tell(String endpoint, String json) {
        String length = Integer.toString(json.length());
        RawFields fields = RawFields.of("Host", HERE, "Content-Type", "application/json", "Content-Length", length);
        try (RawClient client = RawClient.connect(port)) {
            return client.send(RawClient.head("POST", endpoint, fields) + json).read("POST");
        }
    }

    /** GET of the endpoint of the advisor. */
    public ReceivedResponse lookAtAdvice() {
        return look("advisor");
    }

    /** GET of the endpoint of buffered writes, or of what is below it. */
    public ReceivedResponse lookAtWrites(String below) {
        return look("writes" + below);
    }

    /** GET of the endpoint of dry runs. */
    public ReceivedResponse lookAtDryRun() {
        return look("dryrun");
    }

    /** GET of the endpoint of lifetimes. */
    public ReceivedResponse lookAtLifetimes() {
        return look("ttl");
    }

    /** An order to the endpoint of buffered writes. */
    public ReceivedResponse order(String order, String ids) {
        return tell("/actuator/larderwrites", "{\"order\":\"" + order + "\",\"ids\":\"" + ids + "\"}");
    }

    /** A purge of that kind. */
    public ReceivedResponse purge(String kind, String value) {
        return tell("{\"purge\":\"" + kind + "\",\"value\":\"" + value + "\"}");
    }
}
