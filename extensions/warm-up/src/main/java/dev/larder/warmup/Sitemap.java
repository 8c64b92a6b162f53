package dev.larder.warmup;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A sitemap, or an index of sitemaps (sitemaps.org 0.9).
 *
 * @param pages URLs of pages, in their order
 * @param sitemaps URLs of further sitemaps
 * @param fault why it could not be read to its end
 */
record Sitemap(List<String> pages, List<String> sitemaps, Optional<String> fault) {

    /** Largest sitemap that the protocol allows, uncompressed. */
    static final long MAX_OCTETS = 50L << 20;

    private static final XMLInputFactory PARSERS = parsers();

    Sitemap {
        pages = List.copyOf(pages);
        sitemaps = List.copyOf(sitemaps);
    }

    /**
     * A document cannot name entities or other documents: StAX neither reads its DTD nor resolves anything. Texts arrive in parts, so
     * that the parser holds none.
     */
    private static XMLInputFactory parsers() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, false);
        return factory;
    }

    /**
     * Parses a document.
     *
     * @param most maximum number of URLs of either kind; the rest is not read
     * @throws IOException if nothing can be read, because it is no XML, larger than {@link #MAX_OCTETS}, or not made as a sitemap is
     */
    static Sitemap parse(InputStream in, int most) throws IOException {
        var locations = new SitemapLocations();
        var limited = new SizeLimitedInputStream(in, MAX_OCTETS);
        Optional<String> fault = Optional.empty();
        try {
            read(limited, locations, most);
        } catch (IOException incomplete) {
            if (locations.pages().isEmpty() && locations.sitemaps().isEmpty()) {
                throw incomplete;
            }
            fault = Optional.of(String.valueOf(incomplete.getMessage()));
        }
        return new Sitemap(locations.pages(), locations.sitemaps(), fault);
    }

    private static void read(SizeLimitedInputStream limited, SitemapLocations locations, int most) throws IOException {
        limited.beginStep();
        try {
            XMLStreamReader xml = PARSERS.createXMLStreamReader(LenientXmlReader.of(limited));
            while (!locations.isComplete()
                    && xml.hasNext()
                    && locations.pages().size() < most
                    && locations.sitemaps().size() < most) {
                limited.beginStep();
                locations.take(xml, xml.next());
            }
        } catch (XMLStreamException malformed) {
            if (malformed.getNestedException() instanceof IOException unreadable) {
                throw unreadable;
            }
            Location where = malformed.getLocation();
            String place =
                    where == null ? "" : " at line " + where.getLineNumber() + ", column " + where.getColumnNumber();
            throw new IOException("The sitemap is no well-formed XML" + place + '.', malformed);
        }
    }
}
