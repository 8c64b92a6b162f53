package dev.larder.gateway.writebehind.log;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** A disk that does what another one does. */
interface ForwardingDisk extends Disk {

    /** The other one. */
    Disk disk();

    @Override
    default Output create(String name) throws IOException {
        return disk().create(name);
    }

    @Override
    default Input open(String name) throws IOException {
        return disk().open(name);
    }

    @Override
    default void truncate(String name, long length) throws IOException {
        disk().truncate(name, length);
    }

    @Override
    default void force(String name) throws IOException {
        disk().force(name);
    }

    @Override
    default List<String> list() throws IOException {
        return disk().list();
    }

    @Override
    default void rename(String from, String to) throws IOException {
        disk().rename(from, to);
    }

    @Override
    default void delete(String name) throws IOException {
        disk().delete(name);
    }

    @Override
    default void forceFolder() throws IOException {
        disk().forceFolder();
    }

    @Override
    default Closeable lock(String name) throws IOException {
        return disk().lock(name);
    }

    @Override
    default Disk folder(String name) throws IOException {
        return disk().folder(name);
    }
}
