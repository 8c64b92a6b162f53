package dev.larder.experiments.rig;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Requests to the endpoint {@code larder}. */
final class ManagementClient {

    private ManagementClient() {}

    /** Posts JSON; the status of the answer. */
    static int post(int port, String json) throws IOException {
        var url = URI.create("http://127.0.0.1:" + port + "/actuator/larder").toURL();
        var connection = (HttpURLConnection) url.openConnection();
        try {
            connection.setRequestMethod("POST");
            connection.setDoOutput(true);
            connection.setRequestProperty("Content-Type", "application/json");
            connection.getOutputStream().write(json.getBytes(StandardCharsets.UTF_8));
            return connection.getResponseCode();
        } finally {
            connection.disconnect();
        }
    }
}
