package dev.larder.gateway.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Profiles;
import org.springframework.core.env.PropertiesPropertySource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.PropertiesLoaderUtils;
import org.springframework.util.FileSystemUtils;

/**
 * Under the profile {@code demo}, the rule that buffers notes: last of all properties, so that any others win. Unless there is
 * a folder for acknowledged writes, they are in a temporary one, which goes when the application ends.
 */
public final class DemoWrites implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {

    private static final String PATH = "larder.writes.path";

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        ConfigurableEnvironment environment = event.getEnvironment();
        if (!environment.acceptsProfiles(Profiles.of("demo"))) {
            return;
        }
        try {
            Properties properties =
                    PropertiesLoaderUtils.loadProperties(new ClassPathResource("larder-demo.properties"));
            if (!environment.containsProperty(PATH)) {
                properties.setProperty(PATH, temporary().toString());
            }
            environment.getPropertySources().addLast(new PropertiesPropertySource("larderDemo", properties));
        } catch (IOException e) {
            throw new UncheckedIOException("The demo has no folder for its writes, or no properties.", e);
        }
    }

    private static Path temporary() throws IOException {
        Path folder = Files.createTempDirectory("larder-demo-writes-");
        SpringApplication.getShutdownHandlers().add(() -> delete(folder));
        return folder;
    }

    private static void delete(Path folder) {
        try {
            FileSystemUtils.deleteRecursively(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
