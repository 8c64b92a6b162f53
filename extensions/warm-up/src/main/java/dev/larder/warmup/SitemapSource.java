package dev.larder.warmup;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
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
    private static final int GZIP_MAGIC = 0x1f8b;

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
    public List<WarmUpTarget> read(int most) throws IOException {
        Sitemap first = location.startsWith(FILE)
                ? parse(Files.newInputStream(Path.of(URI.create(location))), most)
                : fetch(location, most);
        Set<WarmUpTarget> targets = new LinkedHashSet<>();
        add(first, targets, most);
        for (String further : first.sitemaps().stream().limit(MAX_SITEMAPS).toList()) {
            if (targets.size() < most) {
                add(fetch(further, most), targets, most);
            }
        }
        return List.copyOf(targets);
    }

    private static void add(Sitemap sitemap, Set<WarmUpTarget> targets, int most) {
        sitemap.pages().stream()
                .flatMap(url -> WarmUpTarget.parse(url).stream())
                .takeWhile(target -> targets.size() < most)
                .forEach(targets::add);
    }

    private Sitemap fetch(String url, int most) throws IOException {
        WarmUpTarget target = WarmUpTarget.parse(url)
                .orElseThrow(() -> new IOException("The index of sitemaps has a URL that cannot be requested."));
        return parse(gateway.open(target), most);
    }

    private static Sitemap parse(InputStream document, int most) throws IOException {
        try (InputStream octets = new BufferedInputStream(new SizeLimitedInputStream(document, Sitemap.MAX_OCTETS));
                InputStream expanded = isCompressed(octets) ? new GZIPInputStream(octets) : octets) {
            return Sitemap.parse(expanded, most);
        }
    }

    private static boolean isCompressed(InputStream document) throws IOException {
        document.mark(2);
        boolean compressed = (document.read() << Byte.SIZE | document.read()) == GZIP_MAGIC;
        document.reset();
        return compressed;
    }
}
