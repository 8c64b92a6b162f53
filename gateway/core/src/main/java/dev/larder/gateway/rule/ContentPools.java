package dev.larder.gateway.rule;

import dev.larder.invalidation.ResourcePath;
import dev.larder.rfc9111.HeaderFields;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The pools that a response belongs to because of what its JSON content names: {@code customer-{/customer/id}} puts an order into
 * the pool {@code customer-17}, which a write to {@code /customers/17} invalidates if its rule is coupled to {@code customer-{id}}.
 * A name in a pointer that meets an array applies to each of its elements. Content of other types names nothing.
 *
 * @param templates the names of the pools
 */
public record ContentPools(List<Template> templates) {

    /** No pools. */
    public static final ContentPools NONE = new ContentPools(List.of());

    /** Maximum size in bytes of content that is read, decoded: it is read on an event loop. */
    public static final int MAX_CONTENT = 1024 * 1024;

    /** Stands for a value in the name of a pool if it may be any. */
    static final String ANY = "{}";

    private static final int MAX_POOLS = 256;
    private static final int LONGEST_VALUE = 200;
    private static final Pattern TEMPLATE = Pattern.compile("([^{}]+)\\{((?:/(?:[^~/{}]|~[01])*)+)}([^{}]*)");

    /** Parsers disagree about names that come twice; nobody knows which of the two a write will name. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    public ContentPools {
        templates = List.copyOf(templates);
    }

    /** The name of a pool, with a JSON pointer (RFC 6901) in braces. */
    public record Template(String before, JsonPointer pointer, String after) {

        /**
         * Reads a template such as {@code customer-{/customer/id}}.
         *
         * @return empty if it is none
         */
        public static Optional<Template> parse(String text) {
            Matcher template = TEMPLATE.matcher(text);
            return template.matches()
                    ? Optional.of(
                            new Template(template.group(1), JsonPointer.compile(template.group(2)), template.group(3)))
                    : Optional.empty();
        }

        private String pool(String value) {
            return before + value + after;
        }

        /** The pool of all that have one of its pools: for writes that do not say which. */
        String all() {
            return pool(ANY);
        }
    }

    /** Returns whether no content needs to be read. */
    public boolean isEmpty() {
        return templates.isEmpty();
    }

    /**
     * Returns the pools that the content names.
     *
     * @param fields fields of the response
     * @param content its content, as coded
     * @return empty if the content is JSON that cannot be read, is too large, or names too much: writes could not invalidate it
     */
    public Optional<Set<String>> of(HeaderFields fields, byte[] content) {
        if (templates.isEmpty() || content.length == 0 || !isJson(fields.first("Content-Type"))) {
            return Optional.of(Set.of());
        }
        try {
            byte[] decoded = decoded(fields.values("Content-Encoding"), content);
            Set<String> pools = new HashSet<>();
            JsonNode whole = JSON.readTree(decoded);
            for (Template template : templates) {
                add(template, whole, template.pointer(), pools);
            }
            return Optional.of(pools);
        } catch (IOException | JacksonException unreadable) {
            return Optional.empty();
        }
    }

    /** Whether it says so under any name, such as text/json, or does not say what it is. */
    private static boolean isJson(Optional<String> type) {
        String essence = type.orElse("").split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return essence.isEmpty() || essence.contains("json");
    }

    private static byte[] decoded(List<String> codings, byte[] content) throws IOException {
        if (codings.isEmpty()) {
            return limited(content);
        }
        String coding = String.join(",", codings).strip().toLowerCase(Locale.ROOT);
        if (!coding.equals("gzip") && !coding.equals("x-gzip")) {
            throw new IOException("Content with the coding " + coding + " is not read.");
        }
        try (var unzipped = new GZIPInputStream(new ByteArrayInputStream(content))) {
            return limited(unzipped.readNBytes(MAX_CONTENT + 1));
        }
    }

    private static byte[] limited(byte[] content) throws IOException {
        if (content.length > MAX_CONTENT) {
            throw new IOException("The content is too large to be read.");
        }
        return content;
    }

    private static void add(Template template, JsonNode node, JsonPointer pointer, Set<String> pools)
            throws IOException {
        if (node.isArray() && !pointer.mayMatchElement()) {
            for (JsonNode element : node) {
                add(template, element, pointer, pools);
            }
        } else if (!pointer.matches()) {
            JsonNode next =
                    node.isArray() ? node.path(pointer.getMatchingIndex()) : node.path(pointer.getMatchingProperty());
            add(template, next, pointer.tail(), pools);
        } else if (node.isFloatingPointNumber()) {
            throw new IOException("The content names a number of which a path may have another spelling.");
        } else if (node.isValueNode() && !node.isNull()) {
            add(template, node.asString(), pools);
        }
    }

    private static void add(Template template, String value, Set<String> pools) throws IOException {
        pools.add(template.all());
        pools.add(template.pool(ResourcePath.segment(value)
                .orElseThrow(() -> new IOException("The content names what no segment of a path can name."))));
        if (value.length() > LONGEST_VALUE || pools.size() > MAX_POOLS) {
            throw new IOException("The content names too much.");
        }
    }
}
