package dev.larder.gatling;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Asks a server that may still be starting until it answers. */
final class ServerReadiness {

    private static final Duration ONE_TRY = Duration.ofSeconds(5);

    private ServerReadiness() {}

    /** How long it took until there was an answer of any status; fails when the time is over. */
    static Duration await(URI server, Duration longest) {
        long start = System.nanoTime();
        var request = HttpRequest.newBuilder(server.resolve("/"))
                .method("HEAD", HttpRequest.BodyPublishers.noBody())
                .timeout(ONE_TRY)
                .build();
        var client = HttpClient.newHttpClient();
        while (!answers(client, request)) {
            if (System.nanoTime() - start > longest.toNanos()) {
                throw new IllegalStateException(
                        server + " did not answer within " + longest.toSeconds() + " s; raise -DstartTimeout");
            }
        }
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static boolean answers(HttpClient client, HttpRequest request) {
        try {
            client.send(request, BodyHandlers.discarding());
            return true;
        } catch (IOException notYet) {
            return pause();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the server", e);
        }
    }

    private static boolean pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(20);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }
}
