package dev.larder.warmup;

import dev.larder.policies.accesslog.TextLines;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/**
 * A sitemap, or an index of sitemaps, in a file or behind the gateway. Those behind it are requested as any other target is: of
 * the gateway, and so of no host that it does not route to. Compressed ones (gzip) are expanded.
 */
public final class SitemapSource implements WarmUpSource {

    /** Sitemaps of an index that are read. */
    private static final int MAX_SITEMAPS = 100;

    private static final String FILE = "file:";

    private final String location;
    private final DocumentReader gateway;

    /** Reads documents from behind the gateway. */
    @FunctionalInterface
    public interface DocumentReader {

        /**
         * Opens the content of the response to a GET request. Reading blocks, and fails if the response is not 200.
         *
         * @throws IOException if there is no response
         */
        InputStream open(WarmUpTarget target) throws IOException;
    }

    /**
     * Creates a source.
     *
     * @param location a file: URL, or a path or URL that the gateway is asked for
     */
    public SitemapSource(String location, DocumentReader gateway) {
        this.location = location;
        this.gateway = gateway;
    }

    @Override
    public String name() {
        return "sitemap " + location;
    }

    @Override
    public WarmUpListing read(int most) throws IOException {
        var found = new Found(most);
        Sitemap first = location.startsWith(FILE)
                ? parse(Files.newInputStream(Path.of(URI.create(location))), most)
                : fetch(location, most);
        found.add(location, first);
        for (String further : first.sitemaps().stream().limit(MAX_SITEMAPS).toList()) {
            if (found.targets.size() < most) {
                addFurther(found, further, most);
            }
        }
        if (first.sitemaps().size() > MAX_SITEMAPS) {
            found.faults.add("of " + first.sitemaps().size() + " sitemaps, " + MAX_SITEMAPS + " are read");
        }
        return new WarmUpListing(List.copyOf(found.targets), found.leftOut, found.faults);
    }

    /** One that cannot be read does not discard the others. */
    private void addFurther(Found found, String url, int most) {
        try {
            found.add(url, fetch(url, most));
        } catch (IOException unreadable) {
            found.faults.add(url + ": " + unreadable.getMessage());
        }
    }

    /** What has been found so far. */
    private static final class Found {

        private final Set<WarmUpTarget> targets = new LinkedHashSet<>();
        private final List<String> faults = new ArrayList<>();
        private final int most;
        private long leftOut;

        Found(int most) {
            this.most = most;
        }

        void add(String url, Sitemap sitemap) {

            for (String page : sitemap.pages()) {
                Optional<WarmUpTarget> target = WarmUpTarget.parse(page);
                if (target.isPresent() && targets.size() < most) {
                    targets.add(target.get());
                }
                leftOut += target.isPresent() ? 0 : 1;
            }
            sitemap.fault().ifPresent(fault -> faults.add(url + ": " + fault));
        }
    }

    private Sitemap fetch(String url, int most) throws IOException {
        WarmUpTarget target = WarmUpTarget.parse(url)
                .orElseThrow(() -> new IOException("The index of sitemaps has a URL that cannot be requested."));
        return parse(gateway.open(target), most);
    }

    /** A file that is compressed may have been compressed once more for its transfer. */
    private static Sitemap parse(InputStream document, int most) throws IOException {
        try (InputStream octets =
                expanded(expanded(new BufferedInputStream(new SizeLimitedInputStream(document, Sitemap.MAX_OCTETS))))) {
            return Sitemap.parse(octets, most);
        }
    }

    private static InputStream expanded(InputStream octets) throws IOException {
        return TextLines.isCompressed(octets) ? new BufferedInputStream(new GZIPInputStream(octets)) : octets;
    }
}
