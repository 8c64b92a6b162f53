package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.describe.UserKeyResolver;
import dev.larder.gateway.rule.RuleSet;
import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.util.StreamUtils;
import org.springframework.web.server.WebFilter;

/** Warns at the start of settings that are valid and have no effect in this application, and of jars that are there twice. */
final class IneffectiveSettings {

    private static final Logger log = LoggerFactory.getLogger(IneffectiveSettings.class);
    private static final String LARDER = "dev.larder.";
    private static final List<String> NOT_OF_APPLICATION = List.of("org.springframework.", LARDER, "io.micrometer.");
    private static final String IMPORTS =
            "META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports";

    private IneffectiveSettings() {}

    static void warn(ConfigurableApplicationContext context, RuleSet rules) {
        Stream.of(
                        ExtensionJars.withoutEffect(
                                context.getEnvironment(), SettingMetadata.known(), stores(context.getEnvironment())),
                        users(context, rules),
                        duplicates())
                .flatMap(List::stream)
                .forEach(log::warn);
    }

    /** Returns the types and tiers of all stores. */
    private static Set<String> stores(Environment environment) {
        Binder binder = Binder.get(environment);
        Stream<String> ofDefault = Stream.concat(
                Stream.of(binder.bind("larder.store.type", String.class).orElse("")),
                binder.bind("larder.store.tiers", Bindable.listOf(String.class)).orElse(List.of()).stream());
        Stream<String> ofOthers = binder
                .bind("larder.stores", Bindable.mapOf(String.class, LarderProperties.NamedStore.class))
                .orElse(Map.of())
                .values()
                .stream()
                .map(LarderProperties.NamedStore::type);
        return Stream.concat(ofDefault, ofOthers).map(StoreNames::canonical).collect(Collectors.toSet());
    }

    /** Without a user, every request is anonymous and bypasses the store. */
    private static List<String> users(ApplicationContext context, RuleSet rules) {
        boolean known = SpringSecurityDetector.isActive(context)
                || hasOwn(UserKeyResolver.class, context)
                || hasOwn(WebFilter.class, context)
                || hasOwn(GlobalFilter.class, context);
        return known
                ? List.of()
                : new TreeSet<>(rules.names())
                        .stream()
                                .filter(name -> rules.named(name)
                                        .filter(rule -> rule.key().user().isPresent())
                                        .isPresent())
                                .map(name ->
                                        "larder.rules." + name + ".key.user stores responses for each user, but nothing"
                                                + " here authenticates users, so every request bypasses the store. Add Spring"
                                                + " Security, or a WebFilter that sets the principal.")
                                .toList();
    }

    /** Returns whether the application has beans of this type that come neither from Spring nor from Larder. */
    private static boolean hasOwn(Class<?> type, ApplicationContext context) {
        return Arrays.stream(context.getBeanNamesForType(type, true, false))
                .map(context::getType)
                .filter(Objects::nonNull)
                .map(Class::getName)
                .anyMatch(name -> NOT_OF_APPLICATION.stream().noneMatch(name::startsWith));
    }

    /** Two versions of a jar: which classes are used is a matter of chance. */
    private static List<String> duplicates() {
        Map<String, List<URL>> places = new TreeMap<>();
        try {
            for (URL place :
                    Collections.list(IneffectiveSettings.class.getClassLoader().getResources(IMPORTS))) {
                try (var in = place.openStream()) {
                    StreamUtils.copyToString(in, StandardCharsets.UTF_8)
                            .lines()
                            .filter(line -> line.startsWith(LARDER))
                            .limit(1)
                            .forEach(line -> places.computeIfAbsent(line, none -> new ArrayList<>())
                                    .add(place));
                }
            }
        } catch (IOException unreadable) {
            return List.of();
        }
        return duplicates(places);
    }

    /** @param places where each auto-configuration is */
    static List<String> duplicates(Map<String, List<URL>> places) {
        return places.values().stream()
                .filter(found -> found.size() > 1)
                .map(found ->
                        "A jar of Larder is on the class path more than once, and its versions may be mixed. Leave one of"
                                + " these: "
                                + found.stream()
                                        .map(url -> url.toString().replaceAll("!?/META-INF/spring/.*", ""))
                                        .collect(Collectors.joining(", "))
                                + '.')
                .toList();
    }
}
