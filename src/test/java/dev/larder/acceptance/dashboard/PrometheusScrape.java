package dev.larder.acceptance.dashboard;

import dev.larder.acceptance.kit.RawClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What Prometheus reads of a gateway. */
record PrometheusScrape(List<Sample> samples) {

    private static final Pattern LINE = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})? (\\S+)");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    /** One line of it. */
    record Sample(String name, Map<String, String> labels, double value) {}

    /** Reads the management port. */
    static PrometheusScrape of(int port) {
        try (RawClient client = RawClient.connect(port)) {
            return parse(client.request("GET", "/actuator/prometheus").read().content());
        }
    }

    static PrometheusScrape parse(String text) {
        List<Sample> samples = new ArrayList<>();
        text.lines().filter(line -> !line.startsWith("#") && !line.isBlank()).forEach(line -> {
            Matcher matcher = LINE.matcher(line);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("no sample: " + line);
            }
            Map<String, String> labels = new HashMap<>();
            Stream.ofNullable(matcher.group(2))
                    .flatMap(all -> LABEL.matcher(all).results())
                    .forEach(label -> labels.put(label.group(1), label.group(2)));
            samples.add(new Sample(matcher.group(1), labels, Double.parseDouble(matcher.group(3))));
        });
        return new PrometheusScrape(samples);
    }

    Stream<Sample> of(String name) {
        return samples.stream().filter(sample -> sample.name().equals(name));
    }

    /** The sum of all samples of this name with these labels. */
    long sum(String name, Map<String, String> labels) {
        return Math.round(of(name).filter(sample -> sample.labels().entrySet().containsAll(labels.entrySet()))
                .mapToDouble(Sample::value)
                .sum());
    }
}
