package dev.larder.warmup;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamReader;

/**
 * The URLs of a sitemap, from the events of its parser. It refuses what no sitemap has and a parser holds in memory: elements in
 * elements in elements, and names without end. URLs that are longer than a {@link WarmUpTarget} may be are left out.
 */
final class SitemapLocations {

    /** Elements that are open at a time; extensions for images and videos have five. */
    static final int MAX_DEPTH = 16;

    /** Different names of elements, attributes, namespaces and instructions. */
    static final int MAX_NAMES = 1000;

    private static final String LOCATION = "loc";

    private final List<String> pages = new ArrayList<>();
    private final List<String> sitemaps = new ArrayList<>();
    private final Deque<String> open = new ArrayDeque<>();
    private final Set<String> names = new HashSet<>();
    private final StringBuilder text = new StringBuilder();
    private boolean tooLong;
    private boolean complete;

    /** Takes an event of the parser. */
    void take(XMLStreamReader xml, int event) throws IOException {
        switch (event) {
            case XMLStreamConstants.START_ELEMENT -> begin(xml);
            case XMLStreamConstants.END_ELEMENT -> end();
            case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                if (LOCATION.equals(open.peek())) {
                    append(xml.getText());
                }
            }
            case XMLStreamConstants.PROCESSING_INSTRUCTION -> name(xml.getPITarget());
            default -> {}
        }
    }

    private void begin(XMLStreamReader xml) throws IOException {
        name(xml.getPrefix() + ':' + xml.getLocalName());
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            name(xml.getAttributePrefix(i) + ':' + xml.getAttributeLocalName(i));
        }
        for (int i = 0; i < xml.getNamespaceCount(); i++) {
            name(xml.getNamespacePrefix(i) + '=' + xml.getNamespaceURI(i));
        }
        open.push(xml.getLocalName());
        if (open.size() > MAX_DEPTH) {
            throw new IOException("The sitemap has more than " + MAX_DEPTH + " elements in one another.");
        }
        text.setLength(0);
        tooLong = false;
    }

    private void name(String name) throws IOException {
        names.add(name);
        if (names.size() > MAX_NAMES || name.length() > WarmUpTarget.MAX_LENGTH) {
            throw new IOException("The sitemap has more than " + MAX_NAMES + " different names, or very long ones.");
        }
    }

    private void append(String part) {
        String more = text.isEmpty() ? part.stripLeading() : part;
        tooLong |= text.length() + more.length() > 2 * WarmUpTarget.MAX_LENGTH;
        if (!tooLong) {
            text.append(more);
        }
    }

    private void end() {
        String ended = open.pop();
        complete = open.isEmpty();
        if (LOCATION.equals(ended) && !tooLong && !text.isEmpty()) {
            String url = text.toString().strip();
            if ("url".equals(open.peek())) {
                pages.add(url);
            } else if ("sitemap".equals(open.peek())) {
                sitemaps.add(url);
            }
        }
        text.setLength(0);
    }

    /** Whether the document is over; what follows is no part of it. */
    boolean isComplete() {
        return complete;
    }

    /** Returns the URLs of pages, in their order. */
    List<String> pages() {
        return pages;
    }

    /** Returns the URLs of further sitemaps. */
    List<String> sitemaps() {
        return sitemaps;
    }
}
