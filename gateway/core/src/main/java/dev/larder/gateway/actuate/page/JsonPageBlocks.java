package dev.larder.gateway.actuate.page;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Converts the response of an endpoint to blocks: its values form one table, each list of objects a table of its own, and texts
 * of several lines become listings, but for those of a list's objects, which no cell can show. If each object of a list has a list of numbers itself, those are plotted, with the first
 * number of each on the horizontal axis.
 */
public final class JsonPageBlocks {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int MAX_ROWS = 100;

    private JsonPageBlocks() {}

    /** Returns the blocks of an object that can be written as JSON. */
    public static List<PageBlock> of(Object answer) {
        List<PageBlock> blocks = new ArrayList<>();
        add("", JSON.valueToTree(answer), blocks);
        return blocks;
    }

    private static void add(String name, JsonNode node, List<PageBlock> blocks) {
        if (node.isArray()) {
            addList(name, node, blocks);
            return;
        }
        if (!node.isObject()) {
            addText(name, node, blocks);
            return;
        }
        List<List<String>> values = node.properties().stream()
                .filter(property -> isValue(property.getValue()))
                .map(property -> List.of(words(property.getKey()), cell(property.getValue())))
                .toList();
        if (!values.isEmpty()) {
            blocks.add(new PageBlock.Table(words(name), List.of("what", "value"), values));
        }
        node.properties().stream()
                .filter(property -> !isValue(property.getValue()))
                .forEach(property -> add(property.getKey(), property.getValue(), blocks));
    }

    private static void addText(String name, JsonNode text, List<PageBlock> blocks) {
        if (!text.asString().isBlank()) {
            blocks.add(new PageBlock.Listing(words(name), text.asString()));
        }
    }

    private static void addList(String name, JsonNode list, List<PageBlock> blocks) {
        Set<String> columns = new LinkedHashSet<>();
        Set<String> series = new LinkedHashSet<>();
        list.forEach(element -> element.properties().stream()
                .filter(property ->
                        isValue(property.getValue()) || property.getValue().isContainer())
                .forEach(property -> (isSeries(property.getValue()) ? series : columns).add(property.getKey())));
        List<List<String>> rows = list.valueStream()
                .limit(MAX_ROWS)
                .map(element -> columns.isEmpty() ? List.of(cell(element)) : cells(element, columns))
                .toList();
        if (!rows.isEmpty()) {
            blocks.add(new PageBlock.Table(
                    words(name),
                    columns.isEmpty()
                            ? List.of("value")
                            : columns.stream().map(JsonPageBlocks::words).toList(),
                    rows));
        }
        series.forEach(one -> addPlots(list, columns.stream().findFirst().orElse(""), one, blocks));
    }

    private static List<String> cells(JsonNode element, Set<String> columns) {
        return columns.stream().map(column -> cell(element.path(column))).toList();
    }

    private static boolean isSeries(JsonNode node) {
        return node.isArray() && node.path(0).isObject();
    }

    /** Adds plots of each number in a series over the first one, with one curve for each series. */
    private static void addPlots(JsonNode list, String label, String series, List<PageBlock> blocks) {
        JsonNode first = list.path(0).path(series);
        List<String> numbers = first.path(0).properties().stream()
                .filter(property -> property.getValue().isNumber())
                .map(Map.Entry::getKey)
                .toList();
        if (numbers.size() < 2 || first.size() < 2) {
            return;
        }
        String x = numbers.get(0);
        List<Double> at = numbers(first, x);
        for (String y : numbers.subList(1, numbers.size())) {
            List<PageBlock.Curve> curves = list.valueStream()
                    .filter(element -> numbers(element.path(series), x).equals(at))
                    .map(element -> new PageBlock.Curve(cell(element.path(label)), numbers(element.path(series), y)))
                    .toList();
            blocks.add(new PageBlock.Plot(words(y), words(x), words(y), at, curves));
        }
    }

    private static List<Double> numbers(JsonNode series, String name) {
        return series.valueStream()
                .map(element -> element.path(name).asDouble(0))
                .toList();
    }

    private static boolean isValue(JsonNode node) {
        return node.isValueNode() && !(node.isString() && node.stringValue().indexOf('\n') >= 0);
    }

    /** Returns a value as the text of a cell. */
    public static String cell(JsonNode node) {
        if (node.isMissingNode() || node.isNull()) {
            return "";
        }
        if (node.isFloat() || node.isDouble()) {
            return String.format(Locale.ROOT, "%.4g", node.doubleValue());
        }
        return node.isValueNode() ? node.asString() : node.toString();
    }

    /** Returns {@code bytesHeld} as bytes held; other text is unchanged. */
    public static String words(String name) {
        return name.matches("[a-z][A-Za-z0-9]*")
                ? name.replaceAll("([a-z0-9])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT)
                : name;
    }
}
