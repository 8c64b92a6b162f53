package dev.larder.soak.traffic;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** An operator who throws away one thing after another. */
final class RepeatedPurges implements RepeatedAction {

    private final TrafficContext context;
    private final int port;
    private int turn;

    /** Over that management port. */
    RepeatedPurges(TrafficContext context, int port) {
        this.context = context;
        this.port = port;
    }

    @Override
    public void act(long due) {
        var order = order(turn++);
        try {
            var status = post("{\"purge\":" + order + "}");
            if (status != 200) {
                context.account().failed("purge " + order + ": status " + status);
            }
        } catch (IOException e) {
            context.account().failed("purge " + order + ": " + e);
        }
    }

    private static String order(int turn) {
        return switch (turn % 10) {
            case 0 -> "\"everything\"";
            case 1, 4, 7 -> "\"pool\",\"value\":\"items\"";
            case 2, 5, 8 -> "\"prefix\",\"value\":\"/large\"";
            default -> "\"tag\",\"value\":\"tag-" + turn % 9 + "\"";
        };
    }

    private int post(String json) throws IOException {
        var url = URI.create("http://127.0.0.1:" + port + "/actuator/larder").toURL();
        var connection = (HttpURLConnection) url.openConnection();
        connection.setRequestMethod("POST");
        connection.setDoOutput(true);
        connection.setRequestProperty("Content-Type", "application/json");
        connection.getOutputStream().write(json.getBytes(StandardCharsets.US_ASCII));
        var status = connection.getResponseCode();
        if (status == 200) {
            connection.getInputStream().readAllBytes();
        }
        return status;
    }

    @Override
    public void close() {
        // The connections are kept by the platform, which closes them.
    }
}
