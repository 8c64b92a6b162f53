package dev.larder.warmup;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.json.JsonParseException;
import org.springframework.boot.json.JsonParserFactory;

/** Another gateway: the targets that its view {@code hot} lists. */
public final class PeerSource implements WarmUpSource {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final long MAX_OCTETS = (long) HotTargets.MOST * (WarmUpTarget.MAX_LENGTH + 512);
    private static final int OK = 200;

    private final URI endpoint;
    private final @Nullable Path tokenFile;

    /**
     * Creates a source.
     *
     * @param endpoint URL of the peer's actuator endpoint {@code larder}
     * @param tokenFile file with the token for it; null if it demands none
     */
    public PeerSource(URI endpoint, @Nullable Path tokenFile) {
        this.endpoint = endpoint;
        this.tokenFile = tokenFile;
    }

    @Override
    public String name() {
        return "peer " + endpoint;
    }

    @Override
    public WarmUpListing read(int most) throws IOException {
        List<Optional<WarmUpTarget>> listed = targets(ask()).stream()
                .map(target -> WarmUpTarget.parse(Objects.toString(target)))
                .toList();
        return new WarmUpListing(
                listed.stream().flatMap(Optional::stream).distinct().limit(most).toList(),
                listed.stream().filter(Optional::isEmpty).count(),
                List.of());
    }

    private String ask() throws IOException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(endpoint + "/hot")).timeout(TIMEOUT);
        if (tokenFile != null) {
            request.header(
                    "Authorization", "Bearer " + Files.readString(tokenFile).strip());
        }
        try {
            HttpResponse<InputStream> response = HttpClient.newBuilder()
                    .connectTimeout(TIMEOUT)
                    .build()
                    .send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = new SizeLimitedInputStream(response.body(), MAX_OCTETS)) {
                if (response.statusCode() != OK) {
                    throw new IOException("The response is " + response.statusCode() + ", not 200.");
                }
                return new String(body.readAllBytes(), StandardCharsets.UTF_8);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("The gateway stops.", stopped);
        }
    }

    private static Collection<?> targets(String json) throws IOException {
        try {
            return JsonParserFactory.getJsonParser().parseMap(json).get("targets") instanceof Collection<?> listed
                    ? listed
                    : List.of();
        } catch (JsonParseException malformed) {
            throw new IOException("The response is not the view hot of a gateway.", malformed);
        }
    }
}
