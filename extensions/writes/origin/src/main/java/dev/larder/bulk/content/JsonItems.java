package dev.larder.bulk.content;

import dev.larder.bulk.BatchRefusedException;
import dev.larder.bulk.BulkRequest;
import java.io.InputStream;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** Reads the items of a batch in JSON, one after the other. */
final class JsonItems {

    private final ObjectReader one;
    private final ObjectReader oneOfMany;
    private final int size;
    private final List<Object> items = new ArrayList<>();

    JsonItems(JsonMapper mapper, Type type, int size) {
        this.one = mapper.readerFor(mapper.constructType(type)).with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        this.oneOfMany = one.without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        this.size = size;
    }

    /** Returns the elements of an array. */
    List<Object> array(InputStream content) {
        try (JsonParser parser = oneOfMany.createParser(content)) {
            if (next(parser) != JsonToken.START_ARRAY) {
                throw BatchRefusedException.malformed("expected a JSON array");
            }
            for (JsonToken token = next(parser); token != JsonToken.END_ARRAY; token = next(parser)) {
                addFrom(parser);
            }
            if (next(parser) != null) {
                throw BatchRefusedException.malformed("there is something after the JSON array");
            }
            return complete();
        }
    }

    /** Returns the values of JSON lines. */
    List<Object> lines(InputStream content) {
        try (JsonParser parser = oneOfMany.createParser(content)) {
            while (next(parser) != null) {
                addFrom(parser);
            }
            return complete();
        }
    }

    /** Returns the contents of requests. */
    List<Object> contents(List<BulkRequest> requests) {
        for (BulkRequest request : requests) {
            try {
                add(one.readValue(request.content()));
            } catch (JacksonException e) {
                throw unreadable(e);
            }
        }
        return complete();
    }

    private @Nullable JsonToken next(JsonParser parser) {
        try {
            return parser.nextToken();
        } catch (JacksonException e) {
            throw unreadable(e);
        }
    }

    private void addFrom(JsonParser parser) {
        try {
            add(oneOfMany.readValue(parser));
        } catch (JacksonException e) {
            throw unreadable(e);
        }
    }

    private void add(@Nullable Object item) {
        if (item == null) {
            throw BatchRefusedException.malformedItem(items.size(), "expected a value other than null", null);
        }
        if (items.size() == size) {
            throw wrongSize("more");
        }
        items.add(item);
    }

    private List<Object> complete() {
        if (items.size() < size) {
            throw wrongSize("only " + items.size());
        }
        return items;
    }

    private BatchRefusedException wrongSize(String found) {
        return BatchRefusedException.malformed(BatchHead.SIZE + " says " + size + " items, there are " + found);
    }

    /** Within an item, Jackson wraps exceptions of its source. */
    private BatchRefusedException unreadable(JacksonException e) {
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof BatchRefusedException refused) {
                return refused;
            }
        }
        return BatchRefusedException.malformedItem(items.size(), String.valueOf(e.getOriginalMessage()), e);
    }
}
