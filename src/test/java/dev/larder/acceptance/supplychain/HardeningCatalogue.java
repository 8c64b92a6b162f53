package dev.larder.acceptance.supplychain;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.yaml.snakeyaml.Yaml;

/** The attacks and faults that Larder is tested against, in the order of the reference. */
record HardeningCatalogue(List<Group> groups) {

    private static final String FILE = "hardening.yml";

    /**
     * Cases of one kind.
     *
     * @param name the heading
     * @param subject one sentence on what the cases have in common
     * @param cases the cases in order
     */
    record Group(String name, String subject, List<Case> cases) {}

    /**
     * One attack or fault.
     *
     * @param id what tags name it by
     * @param description what Larder does
     * @param remark what the tests do not show; empty if they show all of the case
     */
    record Case(String id, String description, String remark) {}

    HardeningCatalogue {
        Set<String> ids = new HashSet<>();
        for (Group group : groups) {
            for (Case each : group.cases()) {
                if (!ids.add(each.id())) {
                    throw new IllegalArgumentException("Two cases have the id " + each.id() + ".");
                }
            }
        }
    }

    static HardeningCatalogue ofThisBuild() {
        try (InputStream file = Objects.requireNonNull(HardeningCatalogue.class.getResourceAsStream(FILE), FILE)) {
            return read(new String(file.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static HardeningCatalogue read(String yaml) {
        List<Map<String, Object>> groups = new Yaml().load(yaml);
        return new HardeningCatalogue(
                groups.stream().map(HardeningCatalogue::group).toList());
    }

    Stream<Case> cases() {
        return groups.stream().flatMap(group -> group.cases().stream());
    }

    Set<String> ids() {
        return cases().map(Case::id).collect(Collectors.toSet());
    }

    private static Group group(Map<String, Object> group) {
        List<Case> cases = ((List<?>) required(group, "cases"))
                .stream().map(each -> readCase((Map<?, ?>) each)).toList();
        return new Group(
                required(group, "group").toString(), required(group, "subject").toString(), cases);
    }

    private static Case readCase(Map<?, ?> values) {
        Object remark = values.get("remark");
        return new Case(
                required(values, "id").toString(),
                required(values, "case").toString(),
                remark == null ? "" : remark.toString());
    }

    private static Object required(Map<?, ?> values, String name) {
        return Objects.requireNonNull(values.get(name), () -> name + " is missing in " + values);
    }
}
