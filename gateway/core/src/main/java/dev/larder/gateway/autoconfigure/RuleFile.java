package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.rule.CheckedRules;
import dev.larder.gateway.rule.RefusedRulesException;
import dev.larder.gateway.rule.RuleSource;
import dev.larder.gateway.rule.RuleVersion;
import dev.larder.gateway.rule.RuleVersions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * The file of {@code larder.reload.file}: a source of the environment at the start, below arguments and variables of the process and
 * above all other files. Later, a changed file replaces the source if its rules pass the checks.
 *
 * <p>A file is read when two looks have found the same time and size, so that one that is being written is not taken for whole. The
 * first looks read it too, as it may have changed since the start has read it.
 */
final class RuleFile {

    /** Name of the property. */
    static final String PROPERTY = "larder.reload.file";

    private static final Logger log = LoggerFactory.getLogger(RuleFile.class);
    private static final String SOURCE = "larderRuleFile";
    private static final String EXAMPLE = PROPERTY + "=/etc/larder/rules.yaml, a file with larder.rules";

    private final Path file;
    private final RuleReload reload;
    private final RuleVersions versions;
    private final ConfigurableEnvironment environment;
    private @Nullable State taken;
    private @Nullable State seen;
    private @Nullable State failed;
    private boolean gone;

    /** What a look at the file finds. */
    private record State(
            FileTime modified, long size, @Nullable Object id) {}

    RuleFile(Path file, RuleReload reload, RuleVersions versions, ConfigurableEnvironment environment) {
        this.file = file;
        this.reload = reload;
        this.versions = versions;
        this.environment = environment;
    }

    /** Adds the file to the environment, if it is configured. */
    static void addTo(ConfigurableEnvironment environment) {
        String configured = environment.getProperty(PROPERTY);
        if (configured == null || configured.isBlank()) {
            return;
        }
        MutablePropertySources sources = environment.getPropertySources();
        PropertySource<?> source = read(Path.of(configured));
        if (sources.contains(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME)) {
            sources.addAfter(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, source);
        } else {
            sources.addFirst(source);
        }
    }

    private static PropertySource<?> read(Path file) {
        try {
            PropertyChecks.that(
                    Files.size(file) <= RuleDocument.MOST, PROPERTY, file, "the file is too large for rules", EXAMPLE);
            return RuleDocument.read(SOURCE, Files.readString(file));
        } catch (IOException fault) {
            throw new InvalidPropertyException(PROPERTY, file.toString(), "it cannot be read: " + fault, EXAMPLE);
        } catch (InvalidPropertyException bad) {
            throw bad.property().equals(SOURCE) ? bad.as(PROPERTY) : bad;
        }
    }

    /** Looks at the file, and takes over what it says if it has changed. Called by one thread at a time. */
    void look() {
        try {
            BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
            var now = new State(found.lastModifiedTime(), found.size(), found.fileKey());
            if (!now.equals(taken) && now.equals(seen)) {
                take();
                taken = now;
            }
            seen = now;
            if (gone) {
                gone = false;
                log.info("The rule file {} can be read again.", file);
            }
        } catch (IOException fault) {
            gone(fault);
        } catch (RuntimeException fault) {
            failed(fault);
        }
    }

    /** The log tells of it once. */
    private void gone(IOException fault) {
        if (!gone) {
            gone = true;
            log.warn(
                    "The rule file {} cannot be read ({}). The rules in force stay, and the next start fails without it.",
                    file,
                    fault.toString());
        }
    }

    /** The next look tries again, and the log tells of it once. */
    private void failed(RuntimeException fault) {
        versions.refused(RuleSource.FILE, "they could not be put in force: " + fault);
        if (!Objects.equals(failed, seen)) {
            log.error("The rules in {} could not be put in force. The old ones stay until they can.", file, fault);
        }
        failed = seen;
    }

    private void take() {
        try {
            PropertySource<?> source = read(file);
            CheckedRules checked = reload.with(source);
            int before = versions.current().number();
            RuleVersion version = versions.install(checked, RuleSource.FILE, Optional.empty());
            environment.getPropertySources().replace(SOURCE, source);
            if (version.number() != before) {
                log.info("The rules of {} are in force as version {}: {}.", file, version.number(), version.changes());
            }
        } catch (InvalidPropertyException | RefusedRulesException refused) {
            String why = refused instanceof InvalidPropertyException bad
                    ? StartFailureText.of(bad, environment)
                    : String.valueOf(refused.getMessage());
            versions.refused(RuleSource.FILE, why);
            log.error("The rules of {} are refused, and the old ones stay. {}", file, why);
        }
    }
}
